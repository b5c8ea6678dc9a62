import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useEffect, useRef } from "react";
import type { JobChange } from "../actions/job-request.ts";
import { REVIEW_PANELS, type ReviewPanel } from "./address/review-address.ts";
import { AttemptsPanel } from "./attempts/attempts-panel.tsx";
import { FilesPanel } from "./files/files-panel.tsx";
import { ReviewActions } from "./frame/review-actions.tsx";
import { ReviewHead } from "./frame/review-head.tsx";
import { UndoButton, type UndoneQA } from "./frame/undo-button.tsx";
import { useChangedJob } from "./frame/use-changed-job.ts";
import { LogPanel } from "./log/log-panel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { placeOf } from "./queue/awaiting.ts";
import type { Queue } from "./queue/use-queue.ts";
import { usePrefetchedStop } from "./queue/use-prefetched-stop.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { ResultsPanel } from "./results/results-panel.tsx";

const PANELS: Readonly<
  Record<
    ReviewPanel,
    { readonly label: string; readonly Panel: (props: PanelProps) => React.ReactNode }
  >
> = {
  results: { label: "Results", Panel: ResultsPanel },
  files: { label: "Files", Panel: FilesPanel },
  attempts: { label: "Attempts", Panel: AttemptsPanel },
  log: { label: "Log", Panel: LogPanel },
  timeline: { label: "Timeline", Panel: TimelinePanel },
};

interface ReviewedJobProps extends Omit<PanelProps, "onOwnChange"> {
  readonly titleId: string;
  readonly queue: Queue;
  /** The change that was done last. */
  readonly changed: JobChange | undefined;
  /** Takes back the QA that was completed last. */
  readonly undo: UndoneQA | undefined;
  readonly onShortcuts: (on: boolean) => void;
  readonly onClose: () => void;
}

/** A job under review: where it stands, its panels, and what can be done to it. */
export function ReviewedJob(props: ReviewedJobProps) {
  const { titleId, row, job, address, onAddress, queue, changed, undo, onShortcuts, onClose } =
    props;
  const { change, onOwnChange, onRead } = useChangedJob(job);
  const known = useRef(changed);
  useEffect(() => {
    if (changed === undefined || changed === known.current) return;
    known.current = changed;
    onOwnChange();
  });
  usePrefetchedStop(queue.next);
  const { Panel } = PANELS[address.panel];
  const tabId = (panel: ReviewPanel): string => `${titleId}-${panel}`;
  return (
    <>
      <Box component="header" sx={{ px: 2, pt: 1.5, borderBottom: 1, borderColor: "divider" }}>
        <ReviewHead
          titleId={titleId}
          row={row}
          job={job}
          queue={queue}
          onStop={(stop) => onAddress({ ...placeOf(stop), panel: address.panel })}
          onJob={({ name }) => onAddress({ processingId: row.id, job: name, panel: address.panel })}
          onClose={onClose}
        />
        {undo === undefined ? null : <UndoButton {...undo} />}
        <Tabs
          value={address.panel}
          aria-label="What is shown"
          variant="scrollable"
          allowScrollButtonsMobile
          onChange={(_event, panel: ReviewPanel) => onAddress({ ...address, panel })}
        >
          {REVIEW_PANELS.map((panel) => (
            <Tab
              key={panel}
              id={tabId(panel)}
              aria-controls={`${titleId}-panel`}
              value={panel}
              label={PANELS[panel].label}
            />
          ))}
        </Tabs>
      </Box>
      <Box
        role="tabpanel"
        id={`${titleId}-panel`}
        aria-labelledby={tabId(address.panel)}
        sx={{ flex: 1, minHeight: 0, overflow: "auto", p: 2 }}
      >
        {change === undefined ? null : (
          <Alert severity="warning" onClose={onRead} sx={{ mb: 1.5 }}>
            {job.label} was changed while you reviewed it: {change}. What you see is as it is now.
          </Alert>
        )}
        <Panel
          row={row}
          job={job}
          address={address}
          onAddress={onAddress}
          onOwnChange={onOwnChange}
        />
      </Box>
      <Box
        component="footer"
        sx={{ display: "flex", px: 2, py: 1, borderTop: 1, borderColor: "divider" }}
      >
        <ReviewActions row={row} job={job} onShortcuts={onShortcuts} />
      </Box>
    </>
  );
}
