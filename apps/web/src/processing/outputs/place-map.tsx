import Box from "@mui/material/Box";
import { safeText } from "../../ui/text/safe-text.ts";
import type { FigureGroup, PlaceFigure } from "./place-figures.ts";

const WIDTH = 900;
const MOST_HEIGHT = 620;
const MARGIN = 40;
/** The largest number of places in the accessible name. */
const MOST_NAMED = 8;
const LETTERS = 16;
/** The mean width of a letter, as a share of its height. */
const LETTER_WIDTH = 0.56;

/** Maps places to pixels; undefined without places. */
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

/** The places of a group; those that miss a bound are hatched and labelled with their worst value. */
export function PlaceMap({ title, kept, missed }: FigureGroup) {
  const frame = frameOf([...kept, ...missed]);
  if (frame === undefined) return null;
  const worst = missed.slice(0, MOST_NAMED).map(({ label }) => label);
  const named =
    missed.length === 0
      ? "none misses a bound"
      : `${missed.length} ${missed.length === 1 ? "misses" : "miss"} a bound: ${worst.join(", ")}`;
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
        <Squares key={place.id} {...{ place, frame }} fill="var(--mui-palette-success-main)" />
      ))}
      {missed.map((place) => (
        <Squares key={place.id} {...{ place, frame }} fill="url(#missed-hatch)" />
      ))}
      {labelsOf(missed, frame).map((label) => (
        <PlaceLabel key={label.id} {...label} />
      ))}
    </Box>
  );
}

interface DrawnPlace {
  readonly place: PlaceFigure;
  readonly frame: Frame;
}

/** One path for all squares, of which there may be thousands; its title names the place. */
function Squares({ place, frame, fill }: DrawnPlace & { readonly fill: string }) {
  const size = (place.side * frame.scale).toFixed(2);
  const d = place.squares.map(([x, y]) => {
    const corner = `M${frame.x(x).toFixed(2)} ${frame.y(y + place.side).toFixed(2)}`;
    return `${corner}h${size}v${size}h-${size}z`;
  });
  const what = [place.name, ...place.missed].join("; ");
  return (
    <path d={d.join("")} fill={fill} fillOpacity={0.6}>
      <title>{safeText(what)}</title>
    </path>
  );
}

interface Label {
  readonly id: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The worst value in the middle of each place, unless the label of a worse place covers it. */
function labelsOf(missed: readonly PlaceFigure[], frame: Frame): readonly Label[] {
  const labels: Label[] = [];
  for (const { id, label, squares, side } of missed) {
    if (squares.length === 0) continue;
    const mean = (of: 0 | 1): number =>
      squares.reduce((sum, square) => sum + square[of], 0) / squares.length + side / 2;
    const text = safeText(label);
    const width = text.length * LETTERS * LETTER_WIDTH;
    const x = Math.min(WIDTH - width / 2, Math.max(width / 2, frame.x(mean(0))));
    const y = frame.y(mean(1));
    const isFree = labels.every(
      (other) =>
        Math.abs(other.x - x) > (other.width + width) / 2 || Math.abs(other.y - y) > LETTERS * 1.2,
    );
    if (isFree) labels.push({ id, text, x, y, width });
  }
  return labels;
}

const PlaceLabel = ({ text, x, y }: Label) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    fontSize={LETTERS}
    fontWeight={650}
    fill="var(--mui-palette-text-primary)"
    stroke="var(--mui-palette-background-paper)"
    strokeWidth={5}
    paintOrder="stroke"
  >
    {text}
  </text>
);
