import Box from "@mui/material/Box";
import { safeText } from "../../../../ui/text/safe-text.ts";
import type { FigureGroup, PlaceFigure } from "./place-figures.ts";

const WIDTH = 900;
const MOST_HEIGHT = 620;
const MARGIN = 40;
/** Places that are labelled: more would hide each other. */
const MOST_LABELS = 8;

/** Pixels of the map's places; undefined where there are none. */
function frameOf(places: readonly PlaceFigure[]) {
  const squares = places.flatMap(({ side, squares: of }) => of.map(([x, y]) => ({ x, y, side })));
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
  if (!(width > 0 && height > 0)) return undefined;
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, (MOST_HEIGHT - 2 * MARGIN) / height);
  return {
    scale,
    height: height * scale + 2 * MARGIN,
    x: (place: number): number => (WIDTH - width * scale) / 2 + (place - ends.west) * scale,
    y: (place: number): number => MARGIN + (ends.north - place) * scale,
  };
}

type Frame = NonNullable<ReturnType<typeof frameOf>>;

/** The places of a group, those that miss a bound hatched and labelled with what is worst. */
export function PlaceMap({ title, kept, missed }: FigureGroup) {
  const frame = frameOf([...kept, ...missed]);
  if (frame === undefined) return null;
  const labelled = missed.slice(0, MOST_LABELS);
  const named =
    missed.length === 0
      ? "none misses a bound"
      : `${missed.length} miss a bound: ${labelled.map(({ label }) => label).join(", ")}`;
  return (
    <Box
      component="svg"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the look of the page
      role="img"
      aria-label={safeText(`${title}, north up; ${named}`)}
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
          id="missed-hatch"
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="8" height="8" fill="var(--mui-palette-error-main)" opacity="0.35" />
          <rect width="3" height="8" fill="var(--mui-palette-error-main)" />
        </pattern>
      </defs>
      {kept.map((place) => (
        <Squares key={place.name} {...{ place, frame }} fill="var(--mui-palette-success-main)" />
      ))}
      {missed.map((place) => (
        <Squares key={place.name} {...{ place, frame }} fill="url(#missed-hatch)" />
      ))}
      {labelled.map((place) => (
        <PlaceLabel key={place.name} {...{ place, frame }} />
      ))}
    </Box>
  );
}

interface DrawnPlace {
  readonly place: PlaceFigure;
  readonly frame: Frame;
}

/** One path of all squares: there may be thousands. */
function Squares({ place, frame, fill }: DrawnPlace & { readonly fill: string }) {
  const size = (place.side * frame.scale).toFixed(2);
  const d = place.squares.map(([x, y]) => {
    const corner = `M${frame.x(x).toFixed(2)} ${frame.y(y + place.side).toFixed(2)}`;
    return `${corner}h${size}v${size}h-${size}z`;
  });
  return <path d={d.join("")} fill={fill} fillOpacity={0.6} />;
}

/** What is worst at a place, in its middle, on the paper's own ground. */
function PlaceLabel({ place: { label, squares, side }, frame }: DrawnPlace) {
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
      {safeText(label)}
    </text>
  );
}
