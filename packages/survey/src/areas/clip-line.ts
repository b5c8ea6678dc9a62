import type { AreaRings } from "./area-number.ts";
import { type Edge, RingBands } from "./ring-bands.ts";

/** Longitude and latitude in degrees, and whatever else is known of a place (height, time). */
export type LinePlace = readonly [longitude: number, latitude: number, ...more: number[]];

/** A longitude within 180° of another. */
const nearTo = (longitude: number, origin: number): number =>
  origin + ((((longitude - origin + 180) % 360) + 360) % 360) - 180;

/** An area that lines are clipped to; edges are straight in longitude and latitude. */
export class ClipArea {
  readonly #rings: readonly RingBands[];
  readonly #origin: number;

  /** Rings may be open or closed; what is in any of them is inside. */
  constructor(rings: AreaRings) {
    this.#origin = rings[0]?.[0]?.[0] ?? 0;
    this.#rings = rings.map((ring) => new RingBands(this.#edgesOf(ring)));
  }

  /** Whether a place is in one of the rings. */
  has([longitude, latitude]: LinePlace): boolean {
    return this.#holds(nearTo(longitude, this.#origin), latitude);
  }

  /** The stretches of a line that are inside, cut at the edges; what else places hold is interpolated. */
  clip<P extends LinePlace>(line: readonly P[]): P[][] {
    const stretches: P[][] = [];
    let open: P[] | undefined;
    for (let at = 1; at < line.length; at += 1) {
      const [from, to] = [line[at - 1]!, line[at]!];
      let end = 0;
      for (const inside of this.#insideOf(from, to)) {
        if (open === undefined || inside[0] > 0) {
          open = [between(from, to, inside[0])];
          stretches.push(open);
        }
        end = inside[1];
        open.push(between(from, to, end));
      }
      if (end < 1) open = undefined;
    }
    return stretches;
  }

  #edgesOf(ring: AreaRings[number]): Edge[] {
    let x = nearTo(ring[0]?.[0] ?? 0, this.#origin);
    return ring.map(([, y], at) => {
      const [longitude, toY] = ring[(at + 1) % ring.length]!;
      const from = x;
      x = nearTo(longitude, from);
      return [from, y, x, toY];
    });
  }

  #holds(x: number, y: number): boolean {
    return this.#rings.some((ring) => ring.holds(x, y));
  }

  /** The shares of a segment between which it is inside, in their order. */
  #insideOf(from: LinePlace, to: LinePlace): (readonly [number, number])[] {
    const [x, y] = [nearTo(from[0], this.#origin), from[1]];
    const [dx, dy] = [nearTo(to[0], from[0]) - from[0], to[1] - y];
    const cuts = this.#rings.flatMap((ring) => ring.crossings([x, y, x + dx, y + dy]));
    const shares = [...new Set([0, ...cuts, 1])].toSorted((one, other) => one - other);
    const inside: [number, number][] = [];
    for (const [at, end] of shares.entries()) {
      const start = shares[at - 1];
      if (start === undefined) continue;
      const middle = (start + end) / 2;
      if (!this.#holds(x + dx * middle, y + dy * middle)) continue;
      const last = inside.at(-1);
      if (last?.[1] === start) last[1] = end;
      else inside.push([start, end]);
    }
    return inside;
  }
}

function between<P extends LinePlace>(from: P, to: P, share: number): P {
  if (share === 0) return from;
  if (share === 1) return to;
  const values = from.map((value, index) => {
    const end = index === 0 ? nearTo(to[0], value) : (to[index] ?? value);
    return value + (end - value) * share;
  });
  return values as unknown as P;
}
