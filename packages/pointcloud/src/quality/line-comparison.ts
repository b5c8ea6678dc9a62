/**
 * Ground with points of a flight line: whether the cell at a place (m), or one beside it, has any.
 */
export interface LineCover {
  readonly id: string;
  /** Covered area, m². */
  readonly area: number;
  /** Direction of the line, radians from east; undefined where it is nearly square. */
  readonly direction: number | undefined;
  covers(x: number, y: number): boolean;
}

/** A line of the flight plan, corners x and y in turn, m. */
export interface PlannedLine {
  readonly name: string;
  readonly crossStrip: boolean;
  readonly corners: ArrayLike<number>;
}

/** How a planned line was flown: by which line most of it, and what share of its length, 0 to 1. */
export interface FlownLine {
  readonly name: string;
  readonly crossStrip: boolean;
  readonly length: number;
  readonly line: string | null;
  readonly share: number;
}

const STEP = 20;
/** Largest angle between a planned line and one that flew it. */
const MOST_TURN = Math.PI / 9;

/** Compares planned lines with the lines flown: places each 20 m along them that one line covers. */
export function compareLines(
  planned: readonly PlannedLine[],
  flown: readonly LineCover[],
): FlownLine[] {
  return planned.map(({ name, crossStrip, corners }) => {
    const places = placesAlong(corners);
    const last = corners.length - 2;
    const direction = Math.atan2(corners[last + 1]! - corners[1]!, corners[last]! - corners[0]!);
    const shares = flown
      .filter((line) => line.direction === undefined || turn(line.direction, direction) < MOST_TURN)
      .map((line) => ({ line: line.id, share: shareOf(places, line) }))
      .toSorted((a, b) => b.share - a.share);
    const [best = { line: null, share: 0 }] = shares;
    return { name, crossStrip, length: lengthOf(corners), ...(best.share > 0 ? best : NONE) };
  });
}

const NONE = { line: null, share: 0 };

/** Angle between two directions that have no sense, 0 to π/2. */
export const turn = (a: number, b: number): number =>
  Math.acos(Math.min(1, Math.abs(Math.cos(a - b))));

function lengthOf(corners: ArrayLike<number>): number {
  let length = 0;
  for (let n = 2; n + 1 < corners.length; n += 2)
    length += Math.hypot(corners[n]! - corners[n - 2]!, corners[n + 1]! - corners[n - 1]!);
  return length;
}

/** Places each 20 m along a line, m. */
export function placesAlong(corners: ArrayLike<number>): [x: number, y: number][] {
  const places: [number, number][] = [];
  for (let n = 2; n + 1 < corners.length; n += 2) {
    const [x, y] = [corners[n - 2]!, corners[n - 1]!];
    const [dx, dy] = [corners[n]! - x, corners[n + 1]! - y];
    const steps = Math.min(100_000, Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP)));
    for (let step = 0; step < steps; step++)
      places.push([x + (dx * (step + 0.5)) / steps, y + (dy * (step + 0.5)) / steps]);
  }
  return places;
}

function shareOf(places: readonly (readonly [number, number])[], line: LineCover): number {
  return places.filter(([x, y]) => line.covers(x, y)).length / Math.max(1, places.length);
}

/**
 * Side laps: of each line that lies along another, the share of the smaller area that both cover with
 * the neighbour that it shares most with. A line without neighbours has none.
 */
export function sideLaps(
  lines: readonly LineCover[],
  shared: (a: string, b: string) => number,
): Map<string, number> {
  const laps = lines.flatMap((line): [string, number][] => {
    const beside = lines.filter(
      (other) =>
        other.id !== line.id &&
        line.direction !== undefined &&
        other.direction !== undefined &&
        turn(line.direction, other.direction) < MOST_TURN,
    );
    const shares = beside
      .map((other) => shared(line.id, other.id) / Math.min(line.area, other.area))
      .filter((share) => share > 0);
    return shares.length === 0 ? [] : [[line.id, Math.max(...shares)]];
  });
  return new Map(laps);
}
