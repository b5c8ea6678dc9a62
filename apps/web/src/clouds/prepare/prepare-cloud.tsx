import BlurOffOutlined from "@mui/icons-material/BlurOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { nameOf } from "@swath/contract/explorer";
import {
  type CloudPreparation,
  preparationSeconds,
  type PreparationFault,
} from "@swath/contract/prepared-clouds";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { nextPollMs, polling, POLL_MODERATE_MS } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { LoadFailure, Notice } from "../../ui/feedback/notice.tsx";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { formatBytes, formatDuration } from "../../ui/text/format.ts";

interface CloudFilePlace {
  readonly bucket: string;
  readonly file: string;
}

interface PrepareCloudProps extends CloudFilePlace {
  /** What is shown once the copy is there. */
  readonly children: ReactNode;
}

/** While it is prepared. */
const POLL_MS = 2_000;

const isUnderWay = (data: CloudPreparation | undefined): boolean =>
  data?.state === "waiting" || data?.state === "running";

/** How far the copy of a file is, for all who look at it, and the orders to make it and to end that. */
function usePreparation({ bucket, file: key }: CloudFilePlace) {
  const api = useApi();
  const queries = useQueryClient();
  const place = { bucket, key };
  const queryKey = queryKeys.preparation(bucket, key);
  const query = useQuery({
    ...callQuery(api, queryKey, endpoints.readPreparation, { query: place }),
    ...polling(POLL_MODERATE_MS),
    refetchInterval: (polled) => {
      const { data } = polled.state;
      if (data?.state === "done") return false;
      return nextPollMs(isUnderWay(data) ? POLL_MS : POLL_MODERATE_MS, polled);
    },
  });
  const onSuccess = (answered: CloudPreparation): void => {
    queries.setQueryData(queryKey, answered);
  };
  const order = useMutation({
    mutationFn: () => api.call(endpoints.prepareCloud, { body: place }),
    onSuccess,
  });
  const cancel = useMutation({
    mutationFn: () => api.call(endpoints.cancelPreparation, { body: place }),
    onSuccess,
  });
  return { query, order, cancel };
}

/**
 * In place of a file without an octree: the order to copy it into one, how far that is, why it failed; and then
 * what the copy shows.
 */
export function PrepareCloud({ bucket, file, children }: PrepareCloudProps) {
  const { query, order, cancel } = usePreparation({ bucket, file });
  const { data, error, refetch } = query;
  if (data === undefined)
    return (
      <LoadedPart
        query={{ data, error, refetch }}
        loading="Looking for a prepared copy..."
        failed="Whether the file is prepared could not be loaded"
      >
        {() => null}
      </LoadedPart>
    );
  if (data.state === "done")
    return (
      <>
        <Box sx={{ color: "text.secondary", fontSize: "0.8125rem" }}>
          This is a copy, prepared for viewing: numbers of points are those of the copy. The file
          itself is as it was.
        </Box>
        {children}
      </>
    );
  const refused = order.error ?? cancel.error;
  const words = refused === null ? null : <Typography role="alert">{refused.message}</Typography>;
  if (isUnderWay(data))
    return (
      <Notice Icon={BlurOffOutlined} title="The file is being prepared for viewing">
        <UnderWay preparation={data} />
        <Button sx={{ mt: 2 }} loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the preparation
        </Button>
        {words}
      </Notice>
    );
  if (data.state === "failed")
    return (
      <LoadFailure
        Icon={BlurOffOutlined}
        title={FAILURES[data.fault ?? "other"]}
        onRetry={() => order.mutate()}
      >
        {data.fault === "cancelled" ? null : (
          <Typography>
            {data.fault === "file" ? `${nameOf(file)}: ${data.reason}` : data.reason}
          </Typography>
        )}
        {words}
      </LoadFailure>
    );
  return (
    <Notice Icon={BlurOffOutlined} title="This file has no octree">
      <Typography>
        Files are looked at by parts, which takes an octree (COPC). Swath can make a copy with one:
        once, for everybody who may read the file, which stays as it is.
      </Typography>
      <Typography sx={{ mt: 1 }}>{costText(file, data.size)}</Typography>
      <Button
        variant="contained"
        sx={{ mt: 2 }}
        loading={order.isPending}
        onClick={() => order.mutate()}
      >
        Prepare it for viewing
      </Button>
      {words}
    </Notice>
  );
}

const FAILURES: Readonly<Record<PreparationFault, string>> = {
  file: "The file cannot be prepared: its points cannot be read",
  room: "There is no room to prepare the file",
  cancelled: "The preparation was cancelled",
  other: "The preparation failed",
};

const MINUTE_MS = 60_000;

/** To the minute, since it is about that long. */
const costText = (key: string, size: number): string => {
  const ms = preparationSeconds({ key, size }) * 1_000;
  const about = ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
  return `The file has ${formatBytes(size)}: that takes about ${formatDuration(about)}, once it begins.`;
};

function UnderWay({ preparation }: { readonly preparation: CloudPreparation }) {
  const { state, percent, reason } = preparation;
  const text =
    state === "waiting" ? "It waits for the compute engine." : /* text */ `Prepared: ${percent} %.`;
  return (
    <Box sx={{ display: "grid", gap: 1, minWidth: 280 }}>
      <Typography>{text}</Typography>
      {state === "waiting" && reason !== null ? <Typography>{reason}</Typography> : null}
      <SpokenProgress percent={percent} text={text} />
      <LinearProgress
        variant={state === "waiting" ? "indeterminate" : "determinate"}
        value={percent}
        aria-label="Preparing the file"
      />
      <Typography>You may close this page: it goes on, and others see the same.</Typography>
    </Box>
  );
}
