import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { type ComponentProps, useState } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { ActionMenu } from "../../ui/status/action-menu.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { StatusMenu } from "../../ui/status/status-menu.tsx";
import { PillButton, PillText, StepButton, StepText } from "../../ui/status/status-pill.ts";
import { Lines } from "../../ui/text/hint.tsx";
import { useJobActions } from "../actions/job-actions.tsx";
import { jobMenu } from "../actions/job-menu.tsx";
import {
  type JobRow,
  type ProcessingRow,
  qaUserOf,
  shortName,
  spokenName,
} from "../records/processing-row.ts";
import { leadsToReview, reviewEntries, useOpenReview } from "../review/open-review.tsx";
import { NoteBand, NoteLine, spokenNote } from "./job-note-mark.tsx";
import { jobView } from "./job-view.ts";

interface JobCellProps {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  /** The current LMS version, and that of the row's calibration record. */
  readonly currentLMSVersion: string;
  readonly lmsVersion: string | null;
  /** A pill with the status as text, or a step of the pipeline with its name. */
  readonly shape: "pill" | "step";
}

/** The status of a job, with its tooltip and menu. */
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
  const { label, tone } = view.look;
  const isStep = shape === "step";
  const look = { tone: view.isGrey ? "muted" : tone, "data-grey": view.isGrey } as const;
  const byHand = job.mark !== null && view.status !== "WAITING";
  const signs = [byHand ? ", set by hand" : "", job.outdated ? ", of an older instruction" : ""];
  const name = isStep ? spokenName(job) : job.label;
  const spoken = `${name}: ${label}${signs.join("")}${spokenNote(view.note)}`;
  // QA notes may be long: the tooltip scrolls.
  const tip = (
    <Box sx={{ maxHeight: "40vh", overflowY: "auto" }}>
      {isStep ? <strong>{`${job.label} (${job.name})`}</strong> : null}
      <Lines of={view.tip} />
    </Box>
  );
  const { note } = view;
  const content = <Face of={view} job={job} isStep={isStep} byHand={byHand} />;
  const noteLine = isStep || note === undefined ? null : <NoteLine note={note} tone={look.tone} />;
  const isBanded = isStep && note !== undefined;
  const review =
    openReview === undefined || waiting || !leadsToReview(row, job, roles)
      ? []
      : reviewEntries(row, job, openReview, view.actions.length > 0);
  if (view.actions.length === 0 && review.length === 0) {
    const Text = isStep ? StepText : PillText;
    return (
      <>
        <Tooltip title={tip} describeChild enterTouchDelay={0}>
          <Text
            type="button"
            aria-label={spoken}
            aria-disabled={waiting}
            data-banded={isBanded}
            {...look}
          >
            {content}
          </Text>
        </Tooltip>
        {noteLine}
      </>
    );
  }
  const Button = isStep ? StepButton : PillButton;
  const menu = [...jobMenu(row, job, view.actions, begin), ...review];
  const drawn = { tip, label: spoken, Button, ...look, actions: menu, children: content };
  if (!view.opensArchive)
    return (
      <>
        <StatusMenu {...drawn} data-banded={isBanded} />
        {noteLine}
      </>
    );
  return <ArchivedJob {...drawn} onOpen={() => begin(row, job, "browseArchive")} />;
}

interface FaceProps {
  readonly of: ReturnType<typeof jobView>;
  readonly job: JobRow;
  readonly isStep: boolean;
  readonly byHand: boolean;
}

/** What is drawn of a job: its icon with its status, or with its name and what it needs. */
function Face({ of: { look, note, isGrey }, job, isStep, byHand }: FaceProps) {
  const { label, word = label, glyph, tone } = look;
  const icon = (size?: number) => (
    <StatusIcon
      glyph={note?.glyph ?? glyph}
      byHand={byHand}
      outdated={job.outdated}
      {...(size === undefined ? {} : { size })}
    />
  );
  if (!isStep)
    return (
      <>
        {icon()}
        <span>{word}</span>
      </>
    );
  return (
    <>
      {icon(note && 14)}
      <span className="step-name">{shortName(job.name)}</span>
      {note === undefined ? null : <NoteBand note={note} tone={isGrey ? "muted" : tone} />}
    </>
  );
}

type ArchivedJobProps = ComponentProps<typeof StatusMenu> & { readonly onOpen: () => void };

/**
 * An archived status: a click validates the archive and opens it (document 3, section 4.2), the arrow
 * beside it opens the menu.
 */
function ArchivedJob(props: ArchivedJobProps) {
  const { tip, label, Button = PillButton, actions, children, onOpen, ...look } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isStep = Button === StepButton;
  return (
    <Box component="span" sx={{ display: "inline-flex", position: "relative" }}>
      <Tooltip title={tip} describeChild>
        <Button
          type="button"
          aria-label={`${label}, validates and opens the archive`}
          {...look}
          onClick={onOpen}
        >
          {children}
        </Button>
      </Tooltip>
      <IconButton
        size="small"
        aria-label={`${label}, actions`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ p: 0, width: isStep ? 18 : 24, ...(isStep ? CORNER : {}) }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ArrowDropDown sx={{ fontSize: 16 }} />
      </IconButton>
      <ActionMenu
        label={label ?? null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={actions}
        dense
      />
    </Box>
  );
}

const CORNER = { position: "absolute", top: 0, right: 0, height: 24 } as const;
