/** A flight line: where its recording begins and ends along the way, in m. */
export interface LineSpan {
  /** From 1. */
  readonly number: number;
  readonly crossStrip: boolean;
  readonly start: number;
  readonly end: number;
  /** The ends of the line as it was planned: the recording reaches beyond both. */
  readonly from: TrackPoint;
  readonly to: TrackPoint;
}

export const LINES = 4;
/** Between neighbouring lines: some 28 % of side lap at the mean height. */
const SPACING = 185;
/** Of the recording. */
export const HALF_LINE = 300;
const HALF_CROSS_STRIP = 400;
const CROSS_STRIP_X = -80;
/** Recorded before a planned line and behind it, 0.75 s: the scan leads the aircraft by some 12 m. */
const RECORDED_BEYOND = 45;
/** Straight before a line and behind it. */
const RUN_IN = 300;
const FIRST_RUN = 1500;
const LAST_RUN = 900;

export const lineY = (line: number): number => (line - (LINES + 1) / 2) * SPACING;

/** The way over the site's plane: lines flown to and fro, then the cross-strip. */
export class GroundTrack {
  readonly lines: readonly LineSpan[];
  readonly length: number;
  readonly #pieces: readonly Piece[];
  readonly #starts: readonly number[];

  constructor() {
    const { pieces, lines } = flown();
    let way = 0;
    this.#starts = pieces.map(({ length }) => {
      way += length;
      return way - length;
    });
    this.#pieces = pieces;
    this.length = way;
    this.lines = lines.map((line) => {
      const start = this.#starts[line.piece]! + line.offset;
      const end = start + line.length;
      const { number, crossStrip } = line;
      const from = this.at(start + RECORDED_BEYOND);
      return { number, crossStrip, start, end, from, to: this.at(end - RECORDED_BEYOND) };
    });
  }

  at(way: number): TrackPoint {
    let i = this.#starts.length - 1;
    while (i > 0 && this.#starts[i]! > way) i--;
    return this.#pieces[i]!.at(way - this.#starts[i]!);
  }
}

/** A line as a part of a straight piece. */
interface PlacedLine {
  readonly number: number;
  readonly crossStrip: boolean;
  readonly piece: number;
  readonly offset: number;
  readonly length: number;
}

function flown(): { pieces: Piece[]; lines: PlacedLine[] } {
  const away = turnAway(SPACING);
  const start = { x: -HALF_LINE - FIRST_RUN, y: lineY(1), direction: 0, curvature: 0 };
  const pieces: Piece[] = [straight(start, FIRST_RUN + 2 * HALF_LINE + RUN_IN)];
  const lines: PlacedLine[] = [
    { number: 1, crossStrip: false, piece: 0, offset: FIRST_RUN, length: 2 * HALF_LINE },
  ];
  for (let number = 2; number <= LINES; number++) {
    pieces.push(...procedureTurn(endOf(pieces), away, number % 2 === 0 ? 1 : -1));
    const line = { number, crossStrip: false, piece: pieces.length };
    lines.push({ ...line, offset: RUN_IN, length: 2 * HALF_LINE });
    pieces.push(straight(endOf(pieces), 2 * HALF_LINE + 2 * RUN_IN));
  }
  // Three quarters to the right lead from the last line, flown towards −x, to the cross-strip, towards −y.
  const around = turn(endOf(pieces), -1.5 * Math.PI);
  pieces.push(straight(endOf(pieces), around.at(around.length).x - CROSS_STRIP_X));
  pieces.push(turn(endOf(pieces), -1.5 * Math.PI));
  const { y } = endOf(pieces);
  const last = { number: LINES + 1, crossStrip: true, piece: pieces.length };
  lines.push({ ...last, offset: y - HALF_CROSS_STRIP, length: 2 * HALF_CROSS_STRIP });
  pieces.push(straight(endOf(pieces), y + HALF_CROSS_STRIP + LAST_RUN));
  return { pieces, lines };
}

/** A place on the way over the site's plane: m, direction from x (counter-clockwise, radians), curvature in 1/m. */
export interface TrackPoint {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly curvature: number;
}

/** A piece of the way: straight, or a turn whose curvature comes and goes smoothly. */
export interface Piece {
  readonly length: number;
  at(way: number): TrackPoint;
}

const RADIUS = 800;
/** On which the bank is taken up, and given up again. */
const RAMP = 240;
const STEP = 2;

function straight({ x, y, direction }: TrackPoint, length: number): Piece {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  return {
    length,
    at: (way) => ({ x: x + way * cos, y: y + way * sin, direction, curvature: 0 }),
  };
}

/** A turn by an angle, positive to the left, of at least RAMP / RADIUS. */
function turn(from: TrackPoint, angle: number): Piece {
  const length = Math.abs(angle) * RADIUS + RAMP;
  const direction = (way: number): number =>
    from.direction + turned(way, length) * Math.sign(angle);
  const nodes: (readonly [x: number, y: number])[] = [[from.x, from.y]];
  const count = Math.ceil(length / STEP);
  const step = length / count;
  for (let i = 0; i < count; i++) nodes.push(moved(nodes[i]!, direction, i * step, (i + 1) * step));
  return {
    length,
    at: (way) => {
      const i = Math.min(count - 1, Math.max(0, Math.floor(way / step)));
      const [x, y] = moved(nodes[i]!, direction, i * step, way);
      const curvature = Math.sign(angle) * bent(way, length);
      return { x, y, direction: direction(way), curvature };
    },
  };
}

const smooth = (part: number): number => part * part * (3 - 2 * part);

/** Curvature on the way through a turn. */
function bent(way: number, length: number): number {
  const edge = Math.min(way, length - way) / RAMP;
  return smooth(Math.min(1, Math.max(0, edge))) / RADIUS;
}

/** Its integral: by how much the direction has changed. */
function turned(way: number, length: number): number {
  if (way > length - RAMP) return (length - RAMP) / RADIUS - turned(length - way, length);
  if (way >= RAMP) return (way - RAMP / 2) / RADIUS;
  const part = way / RAMP;
  return ((part ** 3 - part ** 4 / 2) * RAMP) / RADIUS;
}

/** A place moved along a direction that changes with the way (Gauss-Legendre, three points). */
function moved(
  [x, y]: readonly [number, number],
  direction: (way: number) => number,
  from: number,
  to: number,
): readonly [number, number] {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  const points = [
    [-Math.sqrt(0.6), 5 / 9],
    [0, 8 / 9],
    [Math.sqrt(0.6), 5 / 9],
  ] as const;
  let [dx, dy] = [0, 0];
  for (const [place, weight] of points) {
    const angle = direction(middle + place * half);
    dx += weight * half * Math.cos(angle);
    dy += weight * half * Math.sin(angle);
  }
  return [x + dx, y + dy];
}

/** The angle by which to turn away first, so that one comes back at a distance in the opposite direction. */
function turnAway(distance: number): number {
  const start: TrackPoint = { x: 0, y: 0, direction: 0, curvature: 0 };
  let [low, high] = [RAMP / RADIUS, Math.PI / 2];
  for (let i = 0; i < 60; i++) {
    const away = (low + high) / 2;
    // The further one turns away, the smaller the distance at the end.
    if (endOf(procedureTurn(start, away, 1)).y > distance) low = away;
    else high = away;
  }
  return (low + high) / 2;
}

/** Away, around by more than half a turn, and away again; `side` is 1 to come back on the left. */
function procedureTurn(from: TrackPoint, away: number, side: 1 | -1): Piece[] {
  const first = turn(from, -side * away);
  const second = turn(endOf([first]), side * (Math.PI + 2 * away));
  return [first, second, turn(endOf([first, second]), -side * away)];
}

function endOf(pieces: readonly Piece[]): TrackPoint {
  const last = pieces.at(-1)!;
  return last.at(last.length);
}
