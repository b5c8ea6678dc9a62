import { type PlanGeometry, POINT } from "./model/index.ts";

/** Segments as flat arrays: four numbers each (x, y, x, y; EPSG:3857), and the feature each is of. */
export interface Segments {
  readonly ends: Float64Array;
  readonly features: Uint32Array;
}

/** A uniform grid that lists, cell by cell, the segments that pass through it. */
export interface SegmentGrid extends Segments {
  readonly minX: number;
  readonly minY: number;
  /** Metres of EPSG:3857. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** One more than there are cells, row by row. */
  readonly starts: Uint32Array;
  readonly listed: Uint32Array;
}

/** All segments of a geometry; a point, and a part of one position, is a segment without length. */
export function segmentsOf(geometry: PlanGeometry): Segments {
  const { partStarts, partKinds, positionStarts, positions } = geometry;
  const ends = new Float64Array(positions.length * 2);
  const features = new Uint32Array(positions.length / 2);
  let count = 0;
  for (let feature = 0; feature < geometry.kinds.length; feature++)
    for (let part = partStarts[feature] ?? 0; part < (partStarts[feature + 1] ?? 0); part++) {
      const [from, to] = [positionStarts[part] ?? 0, positionStarts[part + 1] ?? 0];
      const alone = partKinds[part] === POINT || to - from === 1;
      for (let at = from; at < (alone ? to : to - 1); at++) {
        const next = alone ? at : at + 1;
        ends[count * 4] = positions[at * 2] ?? 0;
        ends[count * 4 + 1] = positions[at * 2 + 1] ?? 0;
        ends[count * 4 + 2] = positions[next * 2] ?? 0;
        ends[count * 4 + 3] = positions[next * 2 + 1] ?? 0;
        features[count++] = feature;
      }
    }
  return { ends: ends.subarray(0, count * 4), features: features.subarray(0, count) };
}

/** Puts segments into a grid of about as many cells as there are segments. */
export function segmentGrid(segments: Segments): SegmentGrid {
  const frame = frameOf(segments.ends);
  const starts = new Uint32Array(frame.columns * frame.rows + 1);
  const count = segments.features.length;
  for (let segment = 0; segment < count; segment++)
    eachCell(frame, segments.ends, segment, (cell) => {
      starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
    });
  for (let cell = 1; cell < starts.length; cell++)
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0);
  const listed = new Uint32Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  for (let segment = 0; segment < count; segment++)
    eachCell(frame, segments.ends, segment, (cell) => {
      const at = next[cell] ?? 0;
      next[cell] = at + 1;
      listed[at] = segment;
    });
  return { ...segments, ...frame, starts, listed };
}

/** Calls with the cells that a box touches. */
export function cellsOfBox(
  frame: Frame,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  take: (cell: number) => void,
): void {
  if (maxX < frame.minX || maxY < frame.minY) return;
  const [west, east] = [columnAt(frame, minX), columnAt(frame, maxX)];
  const [south, north] = [rowAt(frame, minY), rowAt(frame, maxY)];
  for (let row = south; row <= north; row++)
    for (let column = west; column <= east; column++) take(row * frame.columns + column);
}

type Frame = Pick<SegmentGrid, "minX" | "minY" | "cell" | "columns" | "rows">;

/** Cells a segment crosses on average, at most. */
const CELLS_EACH = 4;
const MOST_CELLS = 4_000_000;

function frameOf(ends: Float64Array): Frame {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  let length = 0;
  for (let at = 0; at < ends.length; at += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ends[at], ends[at + 1], ends[at + 2], ends[at + 3]];
    [minX, maxX] = [Math.min(minX, ax, bx), Math.max(maxX, ax, bx)];
    [minY, maxY] = [Math.min(minY, ay, by), Math.max(maxY, ay, by)];
    length += Math.abs(bx - ax) + Math.abs(by - ay);
  }
  const count = ends.length / 4;
  if (count === 0) return { minX: 0, minY: 0, cell: 1, columns: 0, rows: 0 };
  const [width, height] = [maxX - minX, maxY - minY];
  const even = Math.sqrt((width * height) / count);
  const cell = Math.max(
    even,
    length / (CELLS_EACH * count),
    Math.sqrt((width * height) / MOST_CELLS),
    Math.max(width, height) / MOST_CELLS,
    1e-3,
  );
  const [columns, rows] = [Math.floor(width / cell) + 1, Math.floor(height / cell) + 1];
  return { minX, minY, cell, columns, rows };
}

const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index));

const columnAt = ({ minX, cell, columns }: Frame, x: number): number =>
  within(Math.floor((x - minX) / cell), columns);

const rowAt = ({ minY, cell, rows }: Frame, y: number): number =>
  within(Math.floor((y - minY) / cell), rows);

/** Calls with each cell that a segment passes, row by row. */
export function eachCell(
  frame: Frame,
  ends: Float64Array,
  segment: number,
  take: (cell: number) => void,
): void {
  const at = segment * 4;
  const upwards = (ends[at + 1] ?? 0) <= (ends[at + 3] ?? 0);
  const [low, high] = upwards ? [at, at + 2] : [at + 2, at];
  const [ax, ay] = [ends[low] ?? 0, ends[low + 1] ?? 0];
  const [bx, by] = [ends[high] ?? 0, ends[high + 1] ?? 0];
  const last = rowAt(frame, by);
  for (let row = rowAt(frame, ay); row <= last; row++) {
    const floor = frame.minY + row * frame.cell;
    const slope = by === ay ? 0 : (bx - ax) / (by - ay);
    const from = by === ay ? ax : ax + slope * (Math.max(ay, floor) - ay);
    const to = by === ay ? bx : ax + slope * (Math.min(by, floor + frame.cell) - ay);
    const end = columnAt(frame, Math.max(from, to));
    for (let column = columnAt(frame, Math.min(from, to)); column <= end; column++)
      take(row * frame.columns + column);
  }
}
