import { styled } from "@mui/material/styles";
import { useApi } from "../../platform/api/api.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { formatCount, plural } from "../../ui/text/format.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { failureCountQuery } from "./failures-query.ts";

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
  const { data } = usePolledQuery(failureCountQuery(useApi()));
  if (data === undefined || data.Jobs === 0) return null;
  return (
    <>
      <Badge aria-hidden="true">{formatCount(data.Jobs)}</Badge>
      <VisuallyHidden>: {plural(data.Jobs, "job waits", "jobs wait")} for an answer</VisuallyHidden>
    </>
  );
}
