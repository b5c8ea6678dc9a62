import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Attempt, AttemptFile } from "@swath/contract/processing";
import { useApi } from "../../../../platform/api/api-context.tsx";
import { LoadFailure } from "../../../../ui/feedback/load-failure.tsx";
import { Waiting } from "../../../../ui/feedback/waiting.tsx";
import { plural } from "../../../../ui/format/count.ts";
import { safeText } from "../../../../ui/text/safe-text.ts";
import { type AttemptPlace, MOST_SHOWN_BYTES, reportQuery } from "../review-queries.ts";
import { type PairFigure, pairFigures } from "./pair-figures.ts";

interface PairPictureProps {
  readonly place: AttemptPlace;
  readonly of: Attempt;
  readonly file: AttemptFile;
}

/** Five times as many as a stage draws; each is an element of the page. */
const MOST_SQUARES = 20_000;
const TOO_LARGE = "These pairs of lines are too large to be shown here";

/** Where lines overlap, with the pairs that miss a bound marked and named, in the look of the page. */
export function PairPicture({ place, of, file: { path, size } }: PairPictureProps) {
  const isLarge = size > MOST_SHOWN_BYTES;
  const { data, error, refetch } = useQuery({
    ...reportQuery(useApi(), place, path),
    enabled: !isLarge,
  });
  if (isLarge) return <LoadFailure title={TOO_LARGE} />;
  if (error !== null)
    return (
      <LoadFailure
        title="The pairs could not be loaded"
        failure={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Waiting text="Loading the pairs of lines..." fill />;
  const pairs = pairFigures(data, of);
  if (pairs === undefined) return <p>What is stored holds no pairs of lines.</p>;
  if (pairs.length === 0) return <p>No two lines overlap.</p>;
  const elements = pairs.reduce((sum, { squares }) => sum + squares.length + 1, 0);
  if (elements > MOST_SQUARES) return <LoadFailure title={TOO_LARGE} />;
  const missed = pairs.filter((pair) => pair.missed.length > 0);
  return (
    <Box sx={{ border: 1, borderColor: "divider", backgroundColor: "background.paper", p: 1.5 }}>
      <Legend missed={missed.length} all={pairs.length} />
      <PairMap pairs={pairs} />
      {missed.length === 0 ? null : (
        <Box component="ul" aria-label="Pairs that miss a bound" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {missed.map(({ name, missed: bounds }) => (
            <li key={name}>
              <strong>Lines {safeText(name)}</strong>: {bounds.join("; ")}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

const ENTRIES = [
  { label: "keeps its bounds", color: "success.main", Icon: CheckCircleOutlined },
  { label: "misses a bound", color: "error.main", Icon: HighlightOff },
] as const;

function Legend({ missed, all }: { readonly missed: number; readonly all: number }) {
  const counts = [all - missed, missed];
  return (
    <Box component="ul" aria-label="Legend" sx={{ m: 0, p: 0, display: "flex", gap: 2.5 }}>
      {ENTRIES.map(({ label, color, Icon }, at) => (
        <Box
          component="li"
          key={label}
          sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, color }}
        >
          <Icon aria-hidden="true" sx={{ fontSize: 18 }} />
          {plural(counts[at]!, "pair")}: {label}
          {at === 1 ? ", hatched, with what is largest" : ""}
        </Box>
      ))}
    </Box>
  );
}

const WIDTH = 900;
const MOST_HEIGHT = 620;
const MARGIN = 40;

/** Pixels of the map's places; undefined where no pair has any. */
function frameOf(pairs: readonly PairFigure[]) {
  const squares = pairs.flatMap(({ side, squares: of }) => of.map(([x, y]) => ({ x, y, side })));
  if (squares.length === 0) return undefined;
  const ends = squares.reduce(
    ({ west, south, east, north }, { x, y, side }) => ({
      west: Math.min(west, x),
      south: Math.min(south, y),
      east: Math.max(east, x + side),
      north: Math.max(north, y + side),
    }),
    { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity },
  );
  const [width, height] = [ends.east - ends.west, ends.north - ends.south];
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, (MOST_HEIGHT - 2 * MARGIN) / height);
  return {
    scale,
    height: height * scale + 2 * MARGIN,
    x: (place: number): number => (WIDTH - width * scale) / 2 + (place - ends.west) * scale,
    y: (place: number): number => MARGIN + (ends.north - place) * scale,
  };
}

type Frame = NonNullable<ReturnType<typeof frameOf>>;

function PairMap({ pairs }: { readonly pairs: readonly PairFigure[] }) {
  const frame = frameOf(pairs);
  if (frame === undefined) return null;
  const kept = pairs.filter(({ missed }) => missed.length === 0);
  const missed = pairs.filter((pair) => pair.missed.length > 0);
  const named = missed.map(({ name, label }) => `${name} ${label}`).join(", ");
  return (
    <Box
      component="svg"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the look of the page
      role="img"
      aria-label={`Overlaps of lines, north up; ${named === "" ? "none misses a bound" : `misses a bound: ${named}`}`}
      viewBox={`0 0 ${WIDTH} ${frame.height}`}
      sx={{
        display: "block",
        width: 1,
        maxHeight: "max(300px, calc(100vh - 420px))",
        mt: 1,
        fontFamily: "inherit",
      }}
    >
      <defs>
        <pattern
          id="pair-hatch"
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="8" height="8" fill="var(--mui-palette-error-main)" opacity="0.35" />
          <rect width="3" height="8" fill="var(--mui-palette-error-main)" />
        </pattern>
      </defs>
      {kept.map((pair) => (
        <Squares key={pair.name} {...{ pair, frame }} fill="var(--mui-palette-success-main)" />
      ))}
      {missed.map((pair) => (
        <Squares key={pair.name} {...{ pair, frame }} fill="url(#pair-hatch)" />
      ))}
      {missed.map((pair) => (
        <PairLabel key={pair.name} {...{ pair, frame }} />
      ))}
    </Box>
  );
}

interface DrawnPair {
  readonly pair: PairFigure;
  readonly frame: Frame;
}

function Squares({ pair, frame, fill }: DrawnPair & { readonly fill: string }) {
  const size = pair.side * frame.scale;
  return pair.squares.map(([x, y]) => (
    <rect
      key={`${x} ${y}`}
      x={frame.x(x)}
      y={frame.y(y + pair.side)}
      width={size}
      height={size}
      fill={fill}
      fillOpacity={0.6}
    />
  ));
}

/** The pair's name and what it has, in the middle of its place, on the paper's own ground. */
function PairLabel({ pair: { name, label, squares, side }, frame }: DrawnPair) {
  if (squares.length === 0) return null;
  const mean = (of: 0 | 1): number =>
    squares.reduce((sum, square) => sum + square[of], 0) / squares.length + side / 2;
  return (
    <text
      x={frame.x(mean(0))}
      y={frame.y(mean(1))}
      textAnchor="middle"
      fontSize={16}
      fontWeight={650}
      fill="var(--mui-palette-text-primary)"
      stroke="var(--mui-palette-background-paper)"
      strokeWidth={5}
      paintOrder="stroke"
    >
      {safeText(`${name}: ${label}`)}
    </text>
  );
}
