import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useEffect, useRef, useState } from "react";
import { CLOUD_STAGES } from "@swath/contract/processing";
import { FindingsPanel } from "../../data/findings/findings-panel.tsx";
import { SavedProfiles } from "../../data/findings/saved-profiles.tsx";
import { openCloudTab } from "../../data/cloud-link.ts";
import type { JobChange } from "../actions/job-request.ts";
import { AttemptsPanel } from "../attempts/attempts-panel.tsx";
import { FilesPanel } from "../attempts/files-panel.tsx";
import { LogPanel } from "../attempts/log-panel.tsx";
import { ResultsPanel } from "../attempts/results-panel.tsx";
import { OfAttempts, type PanelProps } from "../attempts/with-attempts.tsx";
import { jobStyle } from "../records/job-style.ts";
import type { JobRow } from "../records/processing-row.ts";
import { REVIEW_PANELS, type ReviewPanel } from "../records/dialog-addresses.ts";
import { ReviewActions } from "./review-actions.tsx";
import { ReviewHead, UndoButton, type UndoneQA } from "./review-head.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { usePrefetchedStop, placeOf, type Queue } from "./use-queue.ts";

const PANELS: Readonly<
  Record<ReviewPanel, readonly [label: string, Panel: (props: PanelProps) => React.ReactNode]>
> = {
  results: ["Results", (props) => <OfAttempts {...props} Panel={ResultsPanel} />],
  findings: ["Findings", JobFindings],
  files: ["Files", (props) => <OfAttempts {...props} Panel={FilesPanel} />],
  attempts: ["Attempts", (props) => <OfAttempts {...props} Panel={AttemptsPanel} />],
  log: ["Log", (props) => <OfAttempts {...props} Panel={LogPanel} />],
  timeline: ["Timeline", TimelinePanel],
};

/** What reviewers found in the clouds of a processing, shown where it was marked; and what they saved of them. */
function JobFindings({ row }: PanelProps) {
  return (
    <>
      <FindingsPanel
        processingId={row.id}
        onShow={({ job, view }) => openCloudTab({ processing: row.id, job }, view)}
      />
      <SavedProfiles processingId={row.id} />
    </>
  );
}

interface ReviewedJobProps extends Omit<PanelProps, "onOwnChange"> {
  readonly titleId: string;
  readonly queue: Queue;
  /** The last change. */
  readonly changed: JobChange | undefined;
  /** Undoes the QA that was completed last. */
  readonly undo: UndoneQA | undefined;
  readonly onShortcuts: (on: boolean) => void;
  readonly onClose: () => void;
}

/** A job under review: its status, its panels and its actions. */
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
  const panels = REVIEW_PANELS.filter((each) => each !== "findings" || CLOUD_STAGES.has(job.name));
  const panel = panels.includes(address.panel) ? address.panel : "results";
  const [, Panel] = PANELS[panel];
  const tabId = (of: ReviewPanel): string => `${titleId}-${of}`;
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
          value={panel}
          aria-label="What is shown"
          variant="scrollable"
          allowScrollButtonsMobile
          onChange={(_event, next: ReviewPanel) => onAddress({ ...address, panel: next })}
        >
          {panels.map((each) => (
            <Tab
              key={each}
              id={tabId(each)}
              aria-controls={`${titleId}-panel`}
              value={each}
              sx={{ minWidth: { xs: 0, sm: 90 }, px: { xs: 1, sm: 2 } }}
              label={PANELS[each][0]}
            />
          ))}
        </Tabs>
      </Box>
      <Box
        role="tabpanel"
        // It scrolls while nothing in it can have the focus yet.
        tabIndex={0}
        id={`${titleId}-panel`}
        aria-labelledby={tabId(panel)}
        sx={{ flex: 1, minHeight: 0, overflow: "auto", p: { xs: 1.5, sm: 2 } }}
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

/** The change of a job during its review, unless the reviewer made it. */
function useChangedJob(job: JobRow) {
  const [seen, setSeen] = useState(job);
  const [isOwn, setOwn] = useState(false);
  const isChanged = !isSame(seen, job);
  if (isChanged && isOwn) {
    setSeen(job);
    setOwn(false);
  }
  return {
    /** The change as text; undefined without one. */
    change: isChanged && !isOwn ? changeOf(seen, job) : undefined,
    /** Tells that the reviewer changed the job. */
    onOwnChange: () => setOwn(true),
    onRead: () => setSeen(job),
  };
}

const isSame = (a: JobRow, b: JobRow): boolean =>
  a.status === b.status &&
  a.qaUser === b.qaUser &&
  a.attempts === b.attempts &&
  a.active === b.active;

function changeOf(before: JobRow, now: JobRow): string {
  const [was, is] = [jobStyle(before.status, before).label, jobStyle(now.status, now).label];
  if (was !== is) return `${was} → ${is}${now.qaUser === null ? "" : `, by ${now.qaUser}`}`;
  if (before.active !== now.active)
    return now.active ? /* text */ "utilised again" : /* text */ "superseded";
  return before.attempts === now.attempts
    ? `its QA is by ${now.qaUser ?? "none"}`
    : `attempt ${now.attempts} followed`;
}
