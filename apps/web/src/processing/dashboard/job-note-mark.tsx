import HourglassEmpty from "@mui/icons-material/HourglassEmpty";
import Box from "@mui/material/Box";
import { StatusIcon } from "../../ui/status/status-icon.tsx";
import { useInCard } from "../../ui/table/row-cards.tsx";
import { StepBand, type Tone } from "../../ui/status/status-pill.ts";
import type { JobNote } from "./job-note.ts";

interface NoteProps {
  readonly note: JobNote;
  readonly tone: Tone;
}

/** What a note adds to the spoken status, which names a pending QA itself. */
export const spokenNote = (note: JobNote | undefined): string =>
  note === undefined || note.is === "qa" ? "" : `. ${note.text}`;

/** The band of a step: solid where somebody has to act, dashed where the job itself waits. */
export function NoteBand({ note, tone }: NoteProps) {
  return (
    <StepBand
      aria-hidden="true"
      tone={tone}
      data-letters={note.band}
      data-solid={note.is !== "waits"}
    />
  );
}

/** The line below a status: in a column one line, of which the tooltip of the status has the rest. */
export function NoteLine({ note, tone }: NoteProps) {
  const inCard = useInCard();
  const { is, text, glyph } = note;
  const isLoud = is !== "waits";
  return (
    <Box component="span" aria-hidden="true" data-note={is} sx={LINE}>
      <Box component="span" sx={isLoud ? { ...LOUD, ...FILL[tone] } : QUIET}>
        {glyph === undefined ? (
          <HourglassEmpty sx={{ fontSize: 12, flexShrink: 0 }} />
        ) : (
          <StatusIcon glyph={glyph} size={12} />
        )}
        <Box component="span" sx={inCard ? WHOLE : CUT}>
          {text}
        </Box>
      </Box>
    </Box>
  );
}

const CUT = { overflow: "hidden", textOverflow: "ellipsis" } as const;
const WHOLE = { whiteSpace: "normal" } as const;
const LINE = { display: "flex", mt: "2px", lineHeight: 1.2 } as const;
const SHARED = {
  display: "inline-flex",
  alignItems: "center",
  gap: "3px",
  minWidth: 0,
  maxWidth: "100%",
  fontSize: "0.7rem",
  whiteSpace: "nowrap",
} as const;
const QUIET = { ...SHARED, pl: "6px", color: "text.secondary" } as const;
const LOUD = {
  ...SHARED,
  px: "5px",
  borderRadius: "3px",
  fontWeight: 650,
  color: "background.paper",
} as const;
const FILL: Readonly<Record<Tone, { readonly backgroundColor: string }>> = {
  neutral: { backgroundColor: "primary.main" },
  busy: { backgroundColor: "warning.main" },
  bad: { backgroundColor: "error.main" },
  good: { backgroundColor: "success.main" },
  muted: { backgroundColor: "text.secondary" },
};
