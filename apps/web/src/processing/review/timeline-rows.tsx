import ChevronRight from "@mui/icons-material/ChevronRight";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill } from "../../ui/status/status-pill.ts";
import { formatDuration, plural, utcSecond } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { JOB_LOOK } from "../records/job-style.ts";
import { itemOf, type TimelineItem } from "./timeline-items.ts";
import { runTimes, type TimelineRun } from "./timeline-runs.ts";

const ROW = {
  display: "grid",
  gridTemplateColumns: { xs: "auto minmax(0, 1fr)", sm: "200px 150px minmax(0, 1fr)" },
  columnGap: 2,
  rowGap: 0.5,
  // In a narrow window time and person stand above what happened.
  "& > .what": { gridColumn: { xs: "1 / -1", sm: "auto" } },
  "& > time": { fontSize: { xs: "0.85rem", sm: "inherit" } },
  px: { xs: 1.5, sm: 2 },
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
  overflowWrap: "anywhere",
} as const;
const WHY = { color: "text.secondary", whiteSpace: "pre-wrap" } as const;

/** An event: names, reasons and messages as plain text. */
export function EventRow({ item }: { readonly item: TimelineItem }) {
  const { at, what, why, followed } = item;
  return (
    <Box component="li" sx={ROW}>
      <time dateTime={at}>{utcSecond(at)}</time>
      <Who {...item} />
      <Box className="what">
        <span>{what}</span>
        {why === null ? null : (
          <Typography variant="body2" sx={WHY}>
            {why}
          </Typography>
        )}
        {followed.map((each) => (
          <Typography key={each} variant="body2" sx={{ color: "text.secondary" }}>
            {each}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

const Who = ({ who, isPerson }: Pick<TimelineItem, "who" | "isPerson">) => (
  <Box sx={isPerson ? {} : { color: "text.secondary", fontStyle: "italic" }}>{who}</Box>
);

/** How long a run took, as far as it is known. */
function timesInWords(run: TimelineRun): string {
  const { took, waited } = runTimes(run);
  const parts = [
    took === undefined ? "" : `took ${formatDuration(took)}`,
    waited === undefined ? "" : `waited ${formatDuration(waited)} to start`,
    run.outcome === null ? "not ended yet" : "",
    run.isWhole ? "" : "began earlier than what is shown",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

interface RunRowProps {
  readonly run: TimelineRun;
  /** What people call its job. */
  readonly label: string;
}

/** A run on one line, with its outcome and its time; it opens to its steps. */
export function RunRow({ run, label }: RunRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { at, status, reason, steps } = run;
  const look = JOB_LOOK[status];
  // Who ordered it is at its first step.
  const first = itemOf(steps.at(-1)!);
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ ...ROW, borderBottom: 0 }}>
        <time dateTime={at}>{utcSecond(at)}</time>
        {run.isWhole ? <Who {...first} /> : <Box />}
        <Box className="what" sx={{ minWidth: 0 }}>
          <ButtonBase
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            sx={TITLE}
          >
            <ChevronRight
              aria-hidden="true"
              sx={{ fontSize: 18, rotate: isOpen ? "90deg" : "0deg", transition: "rotate 120ms" }}
            />
            <strong>Run of {label}</strong>
            <Pill tone={look.tone}>
              <StatusIcon glyph={look.glyph} />
              {look.label}
            </Pill>
            <Box component="span" sx={{ color: "text.secondary", fontSize: "0.85rem" }}>
              {timesInWords(run)}
            </Box>
          </ButtonBase>
          {reason === null ? null : (
            <Typography variant="body2" sx={{ ...WHY, pl: 3 }}>
              {safeText(reason)}
            </Typography>
          )}
        </Box>
      </Box>
      <Box
        component="ol"
        id={id}
        hidden={!isOpen}
        aria-label={`${plural(steps.length, "step")} of the run of ${label}`}
        sx={STEPS}
      >
        {isOpen ? steps.map((call) => <EventRow key={call[0]!.id} item={itemOf(call)} />) : null}
      </Box>
    </Box>
  );
}

const TITLE = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-start",
  columnGap: 1,
  rowGap: 0.25,
  font: "inherit",
  textAlign: "left",
  borderRadius: 1,
} as const;

const STEPS = {
  m: 0,
  p: 0,
  listStyle: "none",
  borderTop: 1,
  borderColor: "divider",
  backgroundColor: "background.default",
  fontSize: "0.875rem",
  "& > li:last-of-type": { borderBottom: 0 },
} as const;
