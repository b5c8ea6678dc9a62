import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { StatusMenu } from "../../ui/status/status-menu.tsx";
import { PillButton, PillText, StepButton, StepText } from "../../ui/status/status-pill.ts";
import { Lines } from "../../ui/text/id-list.tsx";
import { useJobActions } from "../actions/job-actions-context.ts";
import { type JobRow, type ProcessingRow, qaUserOf } from "../rows/processing-row.ts";
import { ArchivedJob } from "./archived-job.tsx";
import { jobMenu, reviewEntries } from "./job-menu.tsx";
import { useOpenReview } from "../review/address/review-context.ts";
import { leadsToReview } from "../review/address/review-menu.ts";
import { shortName, spokenName } from "./job-name.ts";
import { jobView } from "./job-view.ts";

interface JobCellProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  /** LMS version that is current, and that of the row's calibration record. */
  readonly currentLMSVersion: string;
  readonly lmsVersion: string | null;
  /** A pill with the status in words, or a step of the pipeline with its own name. */
  readonly shape: "pill" | "step";
}

/** The status of a job, with its tooltip and the menu of what may be done. */
export function JobCell({ row, job, currentLMSVersion, lmsVersion, shape }: JobCellProps) {
  const identity = useIdentity();
  const { roles } = identity;
  const { begin, isBlocked } = useJobActions();
  const openReview = useOpenReview();
  const waiting = isBlocked(row);
  const view = jobView(row, job, {
    roles,
    qaUser: qaUserOf(identity),
    waiting,
    currentLMSVersion,
    lmsVersion,
  });
  const { label, glyph, tone } = view.look;
  const isStep = shape === "step";
  const look = { tone: view.isGrey ? "muted" : tone, "data-grey": view.isGrey } as const;
  const byHand = job.mark !== null && view.status !== "WAITING";
  const signs = [byHand ? ", set by hand" : "", job.outdated ? ", of an older instruction" : ""];
  const spoken = `${isStep ? spokenName(job) : job.label}: ${label}${signs.join("")}`;
  // What was written at QA may be long: above or below the cell all of it can be scrolled to.
  const tip = (
    <Box sx={{ maxHeight: "40vh", overflowY: "auto" }}>
      {isStep ? <strong>{`${job.label} (${job.name})`}</strong> : null}
      <Lines of={view.tip} />
    </Box>
  );
  const content = (
    <>
      <StatusIcon
        glyph={glyph}
        byHand={byHand}
        outdated={job.outdated}
        {...(isStep && glyph === "qaPending" ? { sign: "QA" } : {})}
      />
      {isStep ? <span className="step-name">{shortName(job.name)}</span> : <span>{label}</span>}
    </>
  );
  const review =
    openReview === undefined || waiting || !leadsToReview(row, job, roles)
      ? []
      : reviewEntries(row, job, openReview, view.actions.length > 0);
  if (view.actions.length === 0 && review.length === 0) {
    const Text = isStep ? StepText : PillText;
    return (
      <Tooltip title={tip} describeChild>
        <Text type="button" aria-label={spoken} aria-disabled={waiting} {...look}>
          {content}
        </Text>
      </Tooltip>
    );
  }
  const Button = isStep ? StepButton : PillButton;
  const menu = [...jobMenu(row, job, view.actions, begin), ...review];
  const drawn = { tip, label: spoken, Button, ...look, actions: menu, children: content };
  if (!view.opensArchive) return <StatusMenu {...drawn} />;
  return <ArchivedJob {...drawn} onOpen={() => begin(row, job, "browseArchive")} />;
}
