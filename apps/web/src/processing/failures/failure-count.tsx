import { styled } from "@mui/material/styles";
import { endpoints } from "@swath/contract/endpoints";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { POLL_SLOW_MS, polling, usePolledQuery } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { formatCount, plural } from "../../ui/text/format.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";

const Badge = styled("span")({
  minWidth: 20,
  marginLeft: 8,
  padding: "1px 6px",
  borderRadius: 10,
  textAlign: "center",
  fontSize: "0.74rem",
  letterSpacing: 0,
  fontVariantNumeric: "tabular-nums",
  color: "var(--mui-palette-error-contrastText)",
  backgroundColor: "var(--mui-palette-error-main)",
});

/** The number of jobs that wait for an answer, beside the tab's name; nothing for zero. */
export function FailureCount() {
  const { data } = usePolledQuery({
    ...callQuery(useApi(), queryKeys.failureCount, endpoints.countFailures),
    ...polling(POLL_SLOW_MS),
  });
  if (data === undefined || data.Jobs === 0) return null;
  return (
    <>
      <Badge aria-hidden="true">{formatCount(data.Jobs)}</Badge>
      <VisuallyHidden>: {plural(data.Jobs, "job waits", "jobs wait")} for an answer</VisuallyHidden>
    </>
  );
}
