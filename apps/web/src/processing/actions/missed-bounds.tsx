import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import { type Attempt, missedBoundsOf } from "@swath/contract/processing";
import { plural } from "../../ui/format/count.ts";
import { safeText } from "../../ui/text/safe-text.ts";

/** The bounds that a job's result misses: of its published attempt, else of the last that ended. */
export function missedBy(attempts: readonly Attempt[]): readonly string[] {
  const judged =
    attempts.find(({ published }) => published) ??
    attempts.find(({ outcome }) => outcome !== null && outcome !== "cancel");
  return judged === undefined ? [] : missedBoundsOf(judged);
}

/** Bounds that are missed, each with its value and its limit; nothing where there are none. */
export function MissedBounds({ missed }: { missed: readonly string[] }) {
  if (missed.length === 0) return null;
  return (
    <Box component="span" role="note" sx={{ display: "block", mt: 1.5, color: "text.primary" }}>
      <strong>{`${plural(missed.length, "bound")} missed`}</strong>
      {missed.map((bound) => (
        <Box
          component="span"
          key={bound}
          sx={{ display: "flex", gap: 0.75, alignItems: "center", mt: 0.5 }}
        >
          <HighlightOff aria-hidden="true" sx={{ fontSize: 18, color: "error.main" }} />
          <span>{safeText(bound)}</span>
        </Box>
      ))}
    </Box>
  );
}
