import FactCheck from "@mui/icons-material/FactCheck";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import {
  lastReading,
  lastReadingWords,
  type StoredFile,
  type StoredVerification,
  type StoredVerifications,
} from "@swath/contract/uploads";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../../platform/api/api.ts";
import {
  nextPollMs,
  POLL_FAST_MS,
  POLL_MODERATE_MS,
  polling,
} from "../../platform/query/polling.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { formatBytes, formatCount, plural, utcMinute } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { UploadAlert } from "../upload-alert.tsx";
import { storedFilesQuery, type UploadId, verificationQuery } from "../upload-queries.ts";

/** What an order that is open says of itself. */
export function openText({ state, ahead, bytes, totalBytes, by }: StoredVerification): string {
  if (state === "waiting")
    return ahead === 0
      ? `Waiting to be read next, ordered by ${by}`
      : `Waiting for ${plural(ahead, "other reading")}, ordered by ${by}`;
  return `Reading the stored files: ${formatBytes(bytes)} of ${formatBytes(totalBytes)}, ordered by ${by}`;
}

/** How an order ended; undefined for one that is open. */
export function endedText(order: StoredVerification): string | undefined {
  const { state, files, damaged, cold, begun, ended, cancelledBy } = order;
  if (ended === null) return undefined;
  if (state === "cancelled")
    return `The reading was ended by ${cancelledBy ?? "somebody"} at ${utcMinute(ended)}, before every file was read.`;
  if (state === "replaced")
    return "The data was changed while it was read. Verify the stored files again.";
  if (files === 0)
    return "No file of this data was sealed: there is nothing to compare the stored files with.";
  const [first, last] = [utcMinute(begun ?? ended), utcMinute(ended)];
  const when = first === last ? `read at ${last}` : `read from ${first} to ${last}`;
  const told =
    damaged === 0
      ? `${plural(files, "file")}, all as sealed, ${when}.`
      : `${plural(damaged, "file")} of ${files} damaged, ${when}.`;
  return cold === 0 ? told : `${told} In cold storage, and not read: ${formatCount(cold)}.`;
}

/** Of the bytes, in per cent; 0 while it waits. */
export const percentRead = ({ bytes, totalBytes }: StoredVerification): number =>
  totalBytes === 0 ? 0 : Math.min(100, (100 * bytes) / totalBytes);

interface Props extends UploadId {
  readonly files: readonly StoredFile[];
  /** When they were listed, in milliseconds since 1970. */
  readonly listedAt: number;
}

const GONE_BAD = "Bytes that went bad on the store’s disks since then would not show.";

const isOpen = (data: StoredVerifications | undefined): boolean =>
  data?.latest != null && data.latest.ended === null;

/** The latest order to read the stored files; when it ends, the files are listed again. */
function useVerification({ flightId, uploadId }: UploadId) {
  const api = useApi();
  const queries = useQueryClient();
  const query = verificationQuery(api, { flightId, uploadId });
  const { data } = useQuery({
    ...query,
    ...polling(POLL_MODERATE_MS),
    refetchInterval: (polled) =>
      nextPollMs(isOpen(polled.state.data) ? POLL_FAST_MS : POLL_MODERATE_MS, polled),
  });
  const ended = data === undefined ? undefined : (data.latest?.ended ?? null);
  const before = useRef(ended);
  useEffect(() => {
    const hasEnded = before.current !== undefined && before.current !== ended && ended !== null;
    before.current = ended;
    if (!hasEnded) return;
    const { queryKey } = storedFilesQuery(api, { flightId, uploadId });
    void queries.refetchQueries({ queryKey });
  }, [api, queries, flightId, uploadId, ended]);
  const call = (endpoint: typeof endpoints.verifyStored | typeof endpoints.cancelVerification) =>
    api.call(endpoint, { params: { flightId, uploadId } });
  const onSuccess = (answered: StoredVerifications): void => {
    queries.setQueryData(query.queryKey, answered);
  };
  const order = useMutation({ mutationFn: () => call(endpoints.verifyStored), onSuccess });
  const cancel = useMutation({ mutationFn: () => call(endpoints.cancelVerification), onSuccess });
  return { data, order, cancel };
}

/** When the stored files were last read, and the order to read them now. */
export function Verification({ files, listedAt, ...of }: Props) {
  const { data, order, cancel } = useVerification(of);
  const mayVerify = may(useIdentity().roles, "verifyStored");
  const whole = files.filter(({ places }) => places.every(({ fault }) => fault === null));
  const reading = lastReading(whole, listedAt);
  const latest = data?.latest ?? null;
  const open = latest !== null && latest.ended === null;
  return (
    <Stack
      component="section"
      aria-label="Reading of the stored files"
      spacing={1.5}
      sx={{ width: 1, alignItems: "flex-start" }}
    >
      {whole.length > 0 && (
        <Typography>
          {whole.length < files.length && "Of the files that stand whole: "}
          {lastReadingWords(reading, whole.length, utcMinute)}
        </Typography>
      )}
      {reading.isOld && !open && (
        <UploadAlert severity="warning" title="The last reading is old">
          {mayVerify
            ? `${GONE_BAD} Verify the stored files now, before you rely on them.`
            : `${GONE_BAD} Ask the crew to verify the stored files.`}
        </UploadAlert>
      )}
      {latest !== null && open && <Open order={latest} />}
      <Box component="output" sx={{ display: "block", width: 1 }}>
        {latest !== null && !open && <Ended order={latest} data={data} />}
      </Box>
      {mayVerify && !open && (
        <Button
          variant="outlined"
          startIcon={<FactCheck />}
          loading={order.isPending}
          loadingPosition="start"
          disabled={data === undefined}
          onClick={() => order.mutate()}
        >
          Verify stored files now
        </Button>
      )}
      {open && latest.mayCancel && (
        <Button variant="outlined" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          End the reading
        </Button>
      )}
      {(order.isError || cancel.isError) && (
        <UploadAlert severity="error">
          {(order.error ?? cancel.error)?.message ?? "The server did not answer."}
        </UploadAlert>
      )}
    </Stack>
  );
}

function Open({ order }: { readonly order: StoredVerification }) {
  return (
    <Box sx={{ width: 1 }}>
      <Typography sx={{ mb: 0.5 }}>{openText(order)}</Typography>
      <SpokenProgress percent={percentRead(order)} text={openText(order)} />
      <LinearProgress
        variant="determinate"
        value={percentRead(order)}
        aria-label="Reading the stored files"
      />
    </Box>
  );
}

interface EndedProps {
  readonly order: StoredVerification;
  readonly data: StoredVerifications | undefined;
}

function Ended({ order, data }: EndedProps) {
  const text = endedText(order);
  if (order.state !== "read" || order.files === 0)
    return <UploadAlert severity="info">{text}</UploadAlert>;
  if (order.damaged === 0) return <UploadAlert severity="success">{text}</UploadAlert>;
  const names = [...new Set(data?.damaged.map(({ path }) => path))];
  if (names.length === 0)
    return (
      <UploadAlert severity="info">
        {`${text} What was damaged was stored again since. Verify the stored files again.`}
      </UploadAlert>
    );
  return (
    <UploadAlert severity="error" title="Stored files are damaged">
      <Typography sx={{ mb: 1 }}>
        {`${text} Send ${names.length === 1 ? "it" : "them"} again from the drive by Add / Update Existing Data.`}
      </Typography>
      <NameList names={names} label="Damaged files" />
    </UploadAlert>
  );
}
