import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { formatBytes } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { type AttemptPlace, readLogPiece } from "../records/attempt-queries.ts";
import { LogBody } from "./log-body.tsx";
import { hasBefore, type LogTail, readWhole, startOf, textOf, useLogTail } from "./log-tail.ts";

interface LogViewProps {
  readonly place: AttemptPlace & { readonly task: string };
  /** Whether the task still writes it. */
  readonly isLive: boolean;
  /** The name of the saved file. */
  readonly fileName: string;
}

/** The end of a task's log, followed while the task writes it; earlier text can be loaded. */
export function LogView({ place, isLive, fileName }: LogViewProps) {
  const { data, failure, retryInMs, refetch, ...tail } = useLogTail(place, isLive);
  const [follows, setFollows] = useState(true);
  const text = useMemo(() => (data === undefined ? "" : safeText(textOf(data))), [data]);
  const ended = useRef(isLive);
  useEffect(() => {
    if (ended.current && !isLive) refetch();
    ended.current = isLive;
  }, [isLive, refetch]);
  if (data === undefined)
    return (
      <LoadedPart
        query={{ data, failure, refetch, retryInMs: isLive ? retryInMs : undefined }}
        loading="Loading the log..."
        failed="The log could not be loaded"
      >
        {() => null}
      </LoadedPart>
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, mb: 1 }}>
        <strong>{safeText(place.task)}</strong>
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
          {formatBytes(data.size)}
          {isLive ? ", still written" : ""}
        </Box>
        <Download place={place} fileName={fileName} />
      </Box>
      {failure === null ? null : (
        <Alert severity="warning" sx={{ mb: 1 }}>
          Reading stopped: {failure.message}
        </Alert>
      )}
      <Earlier
        tail={data}
        failure={tail.earlierFailed}
        isLoading={tail.isLoading}
        onLoad={() => {
          setFollows(false);
          void tail.loadEarlier();
        }}
      />
      <LogBody
        name={`Log of ${place.task}`}
        text={text}
        start={startOf(data)}
        isLive={isLive}
        follows={follows}
        onFollows={setFollows}
      />
    </Box>
  );
}

interface EarlierProps {
  readonly tail: LogTail;
  readonly failure: string | undefined;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}

/** The note about text before the shown part. */
function Earlier({ tail, failure, isLoading, onLoad }: EarlierProps) {
  const start = startOf(tail);
  if (start === 0) return null;
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5 }}>
      <span>{formatBytes(start)} above this are not shown.</span>
      {hasBefore(tail) ? (
        <Button size="small" loading={isLoading} onClick={onLoad}>
          Load earlier
        </Button>
      ) : (
        <span>Download the log for all of it.</span>
      )}
      {failure === undefined ? null : <span role="alert">{failure}</span>}
    </Box>
  );
}

/** Saves the whole log, as the task wrote it. */
function Download({ place, fileName }: Pick<LogViewProps, "place" | "fileName">) {
  const api = useApi();
  const saving = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      const texts = await readWhole((range) => readLogPiece(api, place, range, signal));
      saveBlob(new Blob([...texts], { type: "text/plain" }), fileName);
    },
  });
  return (
    <>
      <Button size="small" loading={saving.isPending} onClick={() => saving.mutate()}>
        Download as text
      </Button>
      {saving.error === null ? null : <span role="alert">{saving.error.message}</span>}
    </>
  );
}
