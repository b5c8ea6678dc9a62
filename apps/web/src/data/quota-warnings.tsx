import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { endpoints } from "@swath/contract/endpoints";
import {
  amountsOf,
  type LimitUse,
  quotaWarnings,
  type UploadQuotas,
} from "@swath/contract/uploads";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_SLOW_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { formatCount } from "../ui/text/format.ts";

const quotasQuery = (api: Api) => ({
  queryKey: queryKeys.uploadQuotas,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(endpoints.readUploadQuotas, { signal }),
  ...polling(POLL_SLOW_MS),
});

/** What is used of a quota, and what ends it. */
const WORDS: Readonly<Record<keyof UploadQuotas, (use: LimitUse) => string>> = {
  slots: ({ used, limit }) =>
    `You are sending ${formatCount(used)} of at most ${formatCount(limit)} uploads at once. Beyond that an upload waits in the queue until another one of yours has been sent.`,
  uploads: ({ used, limit }) =>
    `You have ${formatCount(used)} of at most ${formatCount(limit)} uploads under way. After the last one no other begins. An upload counts until its data is ready or it is cancelled, also while it is paused or has failed.`,
  bytes: (use) => {
    const { used, limit } = amountsOf(use);
    return `You have used ${used} of ${limit} of your uploads' quota. A folder beyond it is refused. A folder counts until its data is ready or its upload is cancelled, also while that is paused or has failed.`;
  },
  storage: (use) => {
    const { used, limit } = amountsOf(use);
    return `More is stored than the company means to store: ${used} of ${limit}. Nothing is refused. An administrator adds room, or archives and deletes data.`;
  },
};

interface QuotaWarningsProps {
  /** Space around them, where there are some. */
  readonly padding?: number;
}

/** Warns the person of each quota that is nearly used up, in figures and with what ends it; nothing before. */
export function QuotaWarnings({ padding = 0 }: QuotaWarningsProps) {
  const { data } = usePolledQuery(quotasQuery(useApi()));
  const warnings = data === undefined ? [] : quotaWarnings(data);
  if (warnings.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Quotas"
      sx={{ display: "grid", gap: 1, p: padding, flexShrink: 0 }}
    >
      {warnings.map(({ of, ...use }) => (
        <Alert key={of} severity={of === "slots" ? "info" : "warning"}>
          {WORDS[of](use)}
        </Alert>
      ))}
    </Box>
  );
}
