import Box from "@mui/material/Box";
import type { BulkJob } from "@swath/contract/processing";
import { formatCount } from "../../ui/format/count.ts";
import { TextLink } from "../../ui/links.tsx";
import type { Refused } from "./bulk-plan.ts";
import { nameOf } from "./bulk-text.ts";

interface RefusedListProps {
  readonly refused: readonly Refused[];
  /** Where the examples' records are listed. */
  readonly list: "/ip" | "/iptm";
}

/** The reasons by which jobs are left as they are, each with examples that lead to their records. */
export function RefusedList({ refused, list }: RefusedListProps) {
  if (refused.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: "grid", gap: 0.75 }}>
      {refused.map(({ reason, count, examples }) => (
        <li key={reason}>
          <strong>{formatCount(count)}</strong>: {reason}
          <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, fontSize: "0.82rem" }}>
            {examples.map((job) => (
              <Example key={`${job.processingId}.${job.job}`} job={job} list={list} />
            ))}
            {count > examples.length ? <span>…</span> : null}
          </Box>
        </li>
      ))}
    </Box>
  );
}

function Example({ job, list }: { job: BulkJob; list: "/ip" | "/iptm" }) {
  if (job.sensorId === null) return <span>{nameOf(job)}</span>;
  return (
    <TextLink
      to={list}
      search={{ SensorID: `$any ${job.sensorId}` } as object}
      target="_blank"
      rel="noreferrer"
    >
      {nameOf(job)}
    </TextLink>
  );
}
