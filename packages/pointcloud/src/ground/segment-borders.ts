import { AROUND, type CellField, heightAt, type Planes } from "./cell-field.ts";
import type { Segments } from "./segments.ts";

/** Sides of a segment's cells by what lies beyond. */
export interface Borders {
  readonly drops: Int32Array;
  /** Sides that drop a little, as around shrubs: not so far that they are drops. */
  readonly dips: Int32Array;
  /** All sides, those towards trees, gaps and the edge of the field too. */
  readonly sides: Int32Array;
  /** By the segment: the segments that it joins without a step, or that rise above it, and on how many sides. */
  readonly joins: readonly ReadonlyMap<number, number>[];
  readonly rises: readonly ReadonlyMap<number, number>[];
}

/** Cells that are looked beyond where a side has a gap, a wall or a bush. */
const BEYOND = 3;

/** Least depth of a dip, m. */
const DIP = 0.12;

/** What lies beyond each side of each segment; `step` is the least height of a drop or rise, m. */
export function bordersOf(
  field: CellField,
  planes: Planes,
  segments: Segments,
  step: number,
): Borders {
  const count = segments.sizes.length;
  const borders = {
    drops: new Int32Array(count),
    dips: new Int32Array(count),
    sides: new Int32Array(count),
    joins: Array.from({ length: count }, () => new Map<number, number>()),
    rises: Array.from({ length: count }, () => new Map<number, number>()),
  };
  const { width, height } = field;
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 1) {
      const own = segments.of[at]!;
      if (own < 0) continue;
      for (let way = 0; way < 4; way += 1) {
        const [dx, dy] = AROUND[way]!;
        const side = sideOf({ field, planes, segments }, { column, row }, dx, dy);
        if (side === undefined) continue;
        borders.sides[own]! += 1;
        if (side.gap < -step) {
          borders.drops[own]! += 1;
        } else if (side.other >= 0) {
          const list = side.gap > step ? borders.rises[own]! : borders.joins[own]!;
          list.set(side.other, (list.get(side.other) ?? 0) + 1);
        }
        if (side.gap >= -step && side.gap < -DIP) borders.dips[own]! += 1;
      }
    }
  return borders;
}

interface Smooth {
  readonly field: CellField;
  readonly planes: Planes;
  readonly segments: Segments;
}

/** What lies beyond a side: a segment (−1 for none) and by how much it is higher; undefined inside. */
function sideOf(
  { field, planes, segments }: Smooth,
  { column, row }: { readonly column: number; readonly row: number },
  dx: number,
  dy: number,
): { readonly other: number; readonly gap: number } | undefined {
  const { width, height, x, y, z } = field;
  const at = row * width + column;
  let lowest = 0;
  for (let step = 1; step <= BEYOND; step += 1) {
    const [c, r] = [column + dx * step, row + dy * step];
    if (c < 0 || r < 0 || c >= width || r >= height) break;
    const n = r * width + c;
    if (Number.isNaN(z[n]!)) continue;
    const other = segments.of[n]!;
    if (other === segments.of[at]) return step === 1 ? undefined : { other: -1, gap: 0 };
    const over = z[n]! - heightAt(field, planes, at, x[n]!, y[n]!);
    if (other < 0) {
      lowest = Math.min(lowest, over);
      continue;
    }
    // Between their planes, halfway: none where two slopes meet.
    const under = z[at]! - heightAt(field, planes, n, x[at]!, y[at]!);
    return { other, gap: (over - under) / 2 };
  }
  return { other: -1, gap: lowest };
}
