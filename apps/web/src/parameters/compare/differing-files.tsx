import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { DifferingLines, InstrumentDifference } from "@swath/contract/calibrations";
import { safeText } from "../../ui/text/safe-text.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { ScrollRegion } from "../../ui/page/scroll-region.tsx";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";
import { TitledSection } from "../../ui/page/titled-section.tsx";

/** The lines of instrument files that differ, of those that are texts. */
export function DifferingFiles({ of }: { readonly of: readonly InstrumentDifference[] }) {
  return of.map(({ kind, lines }) =>
    lines === null ? null : <FileLines key={kind} kind={kind} of={lines} />,
  );
}

const MARKS = { first: "−", second: "+", both: " " } as const;
const WORDS = { first: "Only in the first: ", second: "Only in the second: ", both: "" } as const;
const COLORS = { first: "error", second: "success", both: undefined } as const;

function FileLines({ kind, of: { from, lines, isCut } }: { kind: string; of: DifferingLines }) {
  return (
    <PaddedPaper>
      <TitledSection title={`What differs in the ${kind} files, from line ${from} on`}>
        <ScrollRegion label={`Lines of the ${kind} files`}>
          <Box sx={{ fontFamily: "monospace", fontSize: "0.82rem" }}>
            {Array.from(lines.entries(), ([at, { of, text }]) => (
              <Line key={at} of={of} text={text} />
            ))}
          </Box>
        </ScrollRegion>
        {isCut ? (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            More may differ: the first 200 lines of each are compared, 200 characters of a line
            shown.
          </Typography>
        ) : null}
      </TitledSection>{" "}
    </PaddedPaper>
  );
}

/** A line with its mark; an end of line that is not the usual one is seen. */
function Line({ of, text }: DifferingLines["lines"][number]) {
  const color = COLORS[of];
  return (
    <Box
      sx={{
        whiteSpace: "pre",
        width: "max-content",
        minWidth: "100%",
        px: 1,
        ...(color === undefined
          ? {}
          : {
              backgroundColor: `color-mix(in srgb, var(--mui-palette-${color}-main) 14%, transparent)`,
            }),
      }}
    >
      <VisuallyHidden>{WORDS[of]}</VisuallyHidden>
      <span aria-hidden="true">{MARKS[of]} </span>
      {safeText(text.replaceAll("\r", "\u240D"))}
    </Box>
  );
}
