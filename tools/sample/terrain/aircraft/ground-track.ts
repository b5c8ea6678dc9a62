import {
  endOf,
  type Piece,
  procedureTurn,
  straight,
  type TrackPoint,
  turn,
  turnAway,
} from "./turn.ts";

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
