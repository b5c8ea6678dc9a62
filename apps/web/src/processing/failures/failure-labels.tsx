import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { styled } from "@mui/material/styles";
import { FAILURE_KINDS, type FailureKind } from "@swath/contract/processing";
import { type StatusGlyph, StatusIcon } from "../../ui/status/status-icon.tsx";
import { Pill, type Tone } from "../../ui/status/status-pill.ts";

interface KindStyle {
  readonly label: string;
  readonly glyph: StatusGlyph;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<FailureKind, KindStyle>> = {
  failed: { label: "Failed", glyph: "failed", tone: "bad" },
  completedWithFailures: { label: "Completed with failures", glyph: "warning", tone: "busy" },
  missedBound: { label: "Over its bound", glyph: "measured", tone: "busy" },
};

/** A kind of failure as text with an icon of its own. */
export function KindPill({ kind }: { kind: FailureKind }) {
  const { label, glyph, tone } = LOOKS[kind];
  return (
    <Pill tone={tone}>
      <StatusIcon glyph={glyph} />
      {label}
    </Pill>
  );
}

interface KindChoiceProps {
  /** Undefined: all kinds. */
  readonly kind: FailureKind | undefined;
  readonly onKind: (kind: FailureKind | undefined) => void;
}

const ALL = "all";

/** The choice of the shown kind of failures. */
export function KindChoice({ kind, onKind }: KindChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Kind of failure"
      value={kind ?? ALL}
      onChange={(_, value: FailureKind | typeof ALL | null) => {
        if (value !== null) onKind(value === ALL ? undefined : value);
      }}
    >
      <ToggleButton value={ALL}>All</ToggleButton>
      {FAILURE_KINDS.map((each) => (
        <ToggleButton key={each} value={each}>
          {LOOKS[each].label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The placeholders of a message, in the reader's words. */
const WORDS: Readonly<Record<string, string>> = {
  "<n>": "number",
  "<id>": "ID",
  "<file>": "file",
  "<time>": "time",
  "<address>": "address",
};

const PLACEHOLDERS = /(<(?:n|id|file|time|address)>)/;

/** A normalised message for screen readers. */
export const spokenMessage = (message: string): string =>
  message
    .split(PLACEHOLDERS)
    .map((part) => WORDS[part] ?? part)
    .join("");

const Varies = styled("i")({
  padding: "0 3px",
  borderRadius: 3,
  fontWeight: 400,
  color: "var(--mui-palette-text-secondary)",
  backgroundColor: "var(--mui-palette-action-hover)",
});

/** A normalised message, with a word for each placeholder. */
export function NormalisedMessage({ message }: { message: string }) {
  const parts = message.split(PLACEHOLDERS);
  return (
    <bdi>
      {parts.map((part, index) => {
        const word = WORDS[part];
        // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the message
        return word === undefined ? part : <Varies key={index}>{word}</Varies>;
      })}
    </bdi>
  );
}
