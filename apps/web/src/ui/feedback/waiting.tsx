import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Skeleton from "@mui/material/Skeleton";
import { keyframes, styled } from "@mui/material/styles";

/** What is loaded within it shows nothing of the loading. */
const SHOWN_AFTER = "300ms";
const appear = keyframes({ from: { visibility: "hidden" }, to: { visibility: "visible" } });

/** Takes its room at once, and is seen and said after 300 ms: what comes sooner makes nothing jump. */
const Late = styled("output")({ display: "block", animation: `${appear} 1ms ${SHOWN_AFTER} both` });

/**
 * What the loaded content will look like: rows of a list or a table, lines of text, fields of a form,
 * cards of a page, a picture or a map; `inline` is a text beside what is already there.
 */
export type WaitingShape = "rows" | "lines" | "fields" | "cards" | "picture" | "inline";

interface WaitingProps {
  /** As in 'Loading Flights...'. */
  readonly text: string;
  /** In place of a page's or a panel's content. */
  readonly fill?: boolean;
  readonly shape?: WaitingShape | undefined;
}

/** Stands in for what is being loaded, in its shape, with a text that says so. */
export function Waiting({ text, fill = false, shape = fill ? "rows" : "lines" }: WaitingProps) {
  const isInline = shape === "inline";
  return (
    <Late sx={{ color: "text.secondary", ...(fill && !isInline ? { p: 2 } : {}) }}>
      <Box component="span" sx={{ display: isInline ? "inline" : "block" }}>
        {text}
      </Box>
      {isInline ? null : (
        <Box component="span" aria-hidden="true" sx={{ mt: 1, ...SHAPES[shape] }}>
          {BARS[shape].map((size, bar) => (
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            <Skeleton key={bar} component="span" variant="rounded" sx={BAR} {...size} />
          ))}
        </Box>
      )}
    </Late>
  );
}

const BAR = {
  display: "block",
  maxWidth: 1,
  "@media (prefers-reduced-motion: reduce)": { animation: "none" },
} as const;

const bars = (count: number, height: number, widths: readonly string[] = ["100%"]) =>
  Array.from({ length: count }, (_, bar) => ({ height, width: widths[bar % widths.length] }));

type Skeletons = Exclude<WaitingShape, "inline">;

const BARS: Readonly<Record<Skeletons, ReturnType<typeof bars>>> = {
  rows: bars(10, 28),
  lines: bars(3, 14, ["92%", "78%", "60%"]),
  fields: bars(8, 40),
  cards: bars(4, 180),
  picture: bars(1, 320),
};

const stacked = { display: "grid", gap: 1.25 } as const;
const tiled = (least: number) =>
  ({
    display: "grid",
    gap: 1.5,
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${least}px), 1fr))`,
  }) as const;

const SHAPES: Readonly<Record<Skeletons, object>> = {
  rows: stacked,
  lines: stacked,
  fields: tiled(240),
  cards: tiled(520),
  picture: stacked,
};

/** That something is being done, of which nothing is to be shown but its end. */
export function Working({ text, fill = false }: { text: string; fill?: boolean }) {
  return (
    <Box
      component="output"
      sx={{
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        gap: 1.5,
        color: "text.secondary",
        ...(fill ? { py: 10, px: 2 } : {}),
      }}
    >
      <CircularProgress size={fill ? 28 : 16} aria-hidden="true" sx={{ flexShrink: 0 }} />
      <span>{text}</span>
    </Box>
  );
}
