import Close from "@mui/icons-material/Close";
import Undo from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { may } from "@swath/contract/identity";
import { awaitsQA, shownStatus } from "@swath/contract/processing";
import { useIdentity } from "../../platform/session/session.ts";
import { KeyCap, useShortcuts } from "../../ui/dialog/shortcuts.ts";
import { SelectField } from "../../ui/form/select-field.tsx";
import { formatCount, utcDay } from "../../ui/text/format.ts";
import { TextLink } from "../../ui/links.tsx";
import { Steps } from "../../ui/page/steps.tsx";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { jobStyle } from "../records/job-style.ts";
import { actionFacts, type JobRow, jobsOf, type ProcessingRow } from "../records/processing-row.ts";
import type { Queue, Stop } from "./use-queue.ts";

interface CloseReviewProps {
  readonly onClose: () => void;
}

/** The button back to the list. */
export function CloseReview({ onClose }: CloseReviewProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus; this only closes
    <IconButton autoFocus aria-label="Close the review" onClick={onClose}>
      <Close />
    </IconButton>
  );
}

interface ReviewHeadProps extends CloseReviewProps {
  readonly titleId: string;
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly queue: Queue;
  readonly onStop: (stop: Stop) => void;
  readonly onJob: (job: JobRow) => void;
}

/** One line; in a narrow window the steps are below. */
const HEAD = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr) auto", md: "minmax(0, 1fr) auto auto" },
  gridTemplateAreas: { xs: '"title close" "steps steps"', md: '"title steps close"' },
  alignItems: "start",
  columnGap: { xs: 2, md: 1 },
  rowGap: 1,
} as const;

/** The reviewed job, its status, and the way to the next job that awaits QA. */
export function ReviewHead(props: ReviewHeadProps) {
  const { titleId, row, job, queue, onStop, onJob, onClose } = props;
  const { roles } = useIdentity();
  const facts = actionFacts(row, job, roles);
  const status = shownStatus({ ...facts, guest: false, waiting: false });
  const { label, glyph, tone } = jobStyle(status, job, awaitsQA(facts));
  return (
    <Box sx={HEAD}>
      <Box
        sx={{
          gridArea: "title",
          minWidth: 0,
          minHeight: 40,
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          columnGap: { xs: 1, sm: 2 },
        }}
      >
        <Typography
          id={titleId}
          variant="h1"
          component="h2"
          sx={{ minWidth: 0, overflowWrap: "anywhere", fontSize: { xs: "1.1rem", sm: "1.25rem" } }}
        >
          Review of {job.label}, {row.sensorId}
          {row.custom === null ? "" : `, ${row.custom.name}`}
        </Typography>
        <Pill tone={tone}>
          <StatusIcon glyph={glyph} />
          {label}
        </Pill>
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.85rem" }}>
          {row.flightId} · {row.projectId ?? "No project"} · {utcDay(row.date)} ·{" "}
          {row.template ?? "No template"}
        </Box>
        <LayersLink row={row} />
      </Box>
      <Box
        sx={{ gridArea: "steps", display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}
      >
        <SelectField
          label="Job"
          minWidth={120}
          value={job.name}
          options={jobsOf(row)
            .filter((each) => each.name === job.name || each.status !== "NOT_APPLICABLE")
            .map((each) => [each.name, each.label])}
          onChange={(name) => {
            const chosen = jobsOf(row).find((each) => each.name === name);
            if (chosen !== undefined) onJob(chosen);
          }}
        />
        <QueueSteps queue={queue} onStop={onStop} />
      </Box>
      <Box sx={{ gridArea: "close" }}>
        <CloseReview onClose={onClose} />
      </Box>
    </Box>
  );
}

/** The layers of the flight on a map, in a tab of its own: the review stays as it is. */
function LayersLink({ row }: Pick<ReviewHeadProps, "row">) {
  if (!may(useIdentity().roles, "downloadObject")) return null;
  return (
    <TextLink
      to="/layers"
      search={{ flight: row.flightId, processing: row.id }}
      target="_blank"
      rel="noopener"
      sx={{ fontSize: "0.85rem" }}
    >
      Map layers
    </TextLink>
  );
}

/** The position in the queue, as text. */
function standing({ of, at, known, isDone, more, isPending }: Queue): string {
  const [what, where] = of === "QA" ? /* text */ ["QA", "list"] : /* text */ ["an answer", "group"];
  if (isPending) return `Looking for what awaits ${what}…`;
  const count = `${formatCount(known)}${more ? "+" : ""}`;
  if (known === 0) return `None awaits ${what} in this ${where}`;
  if (isDone) return `Done: none of this ${where} is left`;
  if (at !== undefined) return `${at} of ${count} awaiting ${what}`;
  return `${count} ${count === "1" ? "awaits" : "await"} ${what} in this ${where}`;
}

function QueueSteps({ queue, onStop }: Pick<ReviewHeadProps, "queue" | "onStop">) {
  const { previous, next } = queue;
  const toPrevious = previous === undefined ? undefined : { go: () => onStop(previous) };
  const toNext = next === undefined ? undefined : { go: () => onStop(next) };
  // The brackets are those of every page that has a list behind it.
  useShortcuts({ k: toPrevious?.go, "[": toPrevious?.go, j: toNext?.go, "]": toNext?.go });
  return (
    <Steps previous={toPrevious} next={toNext} keys={["K", "J"]}>
      <Box component="output" sx={{ fontSize: "0.8rem", color: "text.secondary" }}>
        {standing(queue)}
      </Box>
    </Steps>
  );
}

/** QA that was completed here, and the function that undoes it. */
export interface UndoneQA {
  /** The job and its sensor log. */
  readonly of: string;
  readonly back: () => void;
}

/**
 * Undoes the QA that was completed last, by keyboard too: messages at the foot of the page are
 * outside the review, and disappear.
 */
export function UndoButton({ of, back }: UndoneQA) {
  useShortcuts({ u: back });
  return (
    <Box component="output" sx={{ display: "flex", alignItems: "center", gap: 1, mt: 0.5 }}>
      {of}: QA completed
      <Button size="small" startIcon={<Undo />} onClick={back}>
        Undo<KeyCap aria-hidden="true">U</KeyCap>
      </Button>
    </Box>
  );
}
