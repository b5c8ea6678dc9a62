import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import { RecordTimeline } from "../timeline/record-timeline.tsx";
import type { PanelProps } from "./panel-props.ts";

/** What happened to the reviewed job, or to all jobs of its processing. */
export function TimelinePanel({ row, job }: PanelProps) {
  const [isOfAll, setOfAll] = useState(false);
  return (
    <>
      <FormControlLabel
        control={<Switch checked={isOfAll} onChange={({ target }) => setOfAll(target.checked)} />}
        label="All jobs of this processing"
      />
      <Paper variant="outlined" sx={{ mt: 1, overflowX: "auto" }}>
        <RecordTimeline
          key={row.updated}
          processingId={row.id}
          {...(isOfAll ? {} : { job: job.name })}
        />
      </Paper>
    </>
  );
}
