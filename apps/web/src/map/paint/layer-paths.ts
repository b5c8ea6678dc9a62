import {
  AREA,
  type Extent,
  featureExtents,
  type PlanGeometry,
  POINT,
  wholeExtent,
} from "@swath/plan/model";
import { CROSS_STRIP, DIMMED, HIDDEN, NO_COLOUR, SELECTED } from "../map-layer.ts";
import { PALETTE } from "../palette.ts";
import type { PaintLayer } from "./paint-messages.ts";
import { type Placing, pointOf, traceLine, traceRing } from "./trace.ts";

/** A geometry with the extents of its features, which are asked for with every picture. */
export interface PreparedGeometry {
  readonly geometry: PlanGeometry;
  /** Four numbers a feature, in metres of EPSG:3857. */
  readonly extents: Float64Array;
  /** Undefined where there is no feature. */
  readonly extent: Extent | undefined;
}

export function prepare(geometry: PlanGeometry): PreparedGeometry {
  return { geometry, extents: featureExtents(geometry), extent: wholeExtent([geometry]) };
}

/** Indexes into lists of paths: the palette's colours, then these. */
const UNASSIGNED = PALETTE.length;
export const PALE = PALETTE.length + 1;

/** What one layer shows, as one path a colour. */
export interface LayerPaths {
  /** Lines and outlines. */
  readonly solid: (Path2D | undefined)[];
  /** Cross-strips, to be dashed. */
  readonly dashed: (Path2D | undefined)[];
  /** Areas: outer rings and holes run contrary ways, so that overlaps are filled and holes are not. */
  readonly areas: (Path2D | undefined)[];
  /** Pixels of features that are smaller than one. */
  readonly dots: (Path2D | undefined)[];
  /** Points: x and y of each in pixels. */
  readonly points: { readonly colour: number; readonly x: number; readonly y: number }[];
  /** What is selected once more, for its halo. */
  selected: Path2D | undefined;
  /** Features in sight that are larger than a pixel, for their names. */
  readonly seen: number[];
}

/** A drawn thing of less than this many pixels each way is a dot. */
const DOT = 1;

/** Which pixels have a dot, so that a thousand tiny features are not drawn one over another. */
class Dots {
  readonly #taken: Uint8Array;
  readonly #width: number;

  constructor(width: number, height: number) {
    this.#taken = new Uint8Array(width * height);
    this.#width = width;
  }

  /** Whether the pixel was free for a dot of this rank. */
  take(x: number, y: number, rank: number): boolean {
    const at = Math.floor(y) * this.#width + Math.floor(x);
    if ((this.#taken[at] ?? 255) >= rank) return false;
    this.#taken[at] = rank;
    return true;
  }
}

const ofColour = (paths: (Path2D | undefined)[], colour: number): Path2D =>
  (paths[colour] ??= new Path2D());

const list = (): undefined[] => Array.from({ length: PALE + 1 }, () => undefined);

/** Where a picture's feature is drawn: metres and pixels. */
interface Sight {
  readonly placing: Placing;
  readonly bounds: Extent;
}

/** Gathers what is seen of a layer, as paths in pixels. */
export function layerPaths(layer: PaintLayer, prepared: PreparedGeometry, sight: Sight) {
  const { geometry } = prepared;
  const paths: LayerPaths = {
    solid: list(),
    dashed: list(),
    areas: list(),
    dots: list(),
    points: [],
    selected: undefined,
    seen: [],
  };
  const dots = new Dots(sight.placing.width, sight.placing.height);
  for (let feature = 0; feature < geometry.kinds.length; feature++) {
    const flags = layer.flags?.[feature] ?? 0;
    if ((flags & HIDDEN) !== 0) continue;
    const size = sizeInSight(prepared, feature, sight);
    if (size === undefined) continue;
    const drawn = { feature, flags, colour: pathOf(layer.colours?.[feature], flags) };
    if (geometry.kinds[feature] !== POINT && size < DOT && (flags & SELECTED) === 0)
      addDot(paths, prepared, drawn, sight, dots);
    else addShape(paths, prepared, drawn, sight.placing);
  }
  return paths;
}

function pathOf(colour = NO_COLOUR, flags = 0): number {
  if ((flags & DIMMED) !== 0) return PALE;
  return colour === NO_COLOUR ? UNASSIGNED : colour % PALETTE.length;
}

interface Drawn {
  readonly feature: number;
  readonly flags: number;
  /** Index into the lists of paths. */
  readonly colour: number;
}

/** The larger side of a feature's box in pixels; undefined where it is off the picture. */
function sizeInSight(
  { extents }: PreparedGeometry,
  feature: number,
  { bounds, placing }: Sight,
): number | undefined {
  const at = feature * 4;
  const [left, bottom, right, top] = [
    extents[at]!,
    extents[at + 1]!,
    extents[at + 2]!,
    extents[at + 3]!,
  ];
  if (!(left <= bounds[2] && right >= bounds[0] && bottom <= bounds[3] && top >= bounds[1]))
    return undefined;
  return Math.max(right - left, top - bottom) * placing.scale;
}

function addDot(
  paths: LayerPaths,
  { extents }: PreparedGeometry,
  { feature, colour }: Drawn,
  { placing }: Sight,
  dots: Dots,
): void {
  const x = (extents[feature * 4]! - placing.left) * placing.scale;
  const y = (placing.top - extents[feature * 4 + 3]!) * placing.scale;
  if (x < 0 || y < 0 || x >= placing.width || y >= placing.height) return;
  // What has an instruction is drawn over what has none.
  const rank = colour === PALE ? 1 : colour === UNASSIGNED ? 2 : 3;
  if (dots.take(x, y, rank)) ofColour(paths.dots, colour).rect(Math.floor(x), Math.floor(y), 1, 1);
}

function addShape(
  paths: LayerPaths,
  { geometry }: PreparedGeometry,
  { feature, flags, colour }: Drawn,
  placing: Placing,
): void {
  const strokes = (flags & CROSS_STRIP) === 0 ? paths.solid : paths.dashed;
  const isSelected = (flags & SELECTED) !== 0;
  if (isSelected) paths.selected ??= new Path2D();
  const end = geometry.partStarts[feature + 1]!;
  for (let part = geometry.partStarts[feature]!; part < end; part++) {
    const kind = geometry.partKinds[part];
    if (kind === POINT) {
      const [x, y] = pointOf(geometry, part, placing);
      paths.points.push({ colour, x, y });
      // A round cap makes a disk of it.
      if (isSelected) paths.selected!.rect(x, y, 0.1, 0.1);
      continue;
    }
    traceLine(ofColour(strokes, colour), geometry, part, placing);
    if (kind === AREA) traceRing(ofColour(paths.areas, colour), geometry, part, placing);
    if (isSelected) traceLine(paths.selected!, geometry, part, placing);
  }
  if (colour !== PALE) paths.seen.push(feature);
}
