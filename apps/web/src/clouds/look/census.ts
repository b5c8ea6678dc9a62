import type { LoadedNode } from "../read/shown-nodes.ts";
import type { NodePoints } from "../points/decode-node.ts";
import type { ValueRange } from "./look.ts";

/** What there is among the points that were read. */
export interface Census {
  /** In their order. */
  readonly classes: readonly number[];
  readonly lines: readonly number[];
  /** From which a hundredth lies below to which a hundredth lies above; undefined of no points. */
  readonly heights: ValueRange | undefined;
  readonly intensity: ValueRange | undefined;
}

/** Of each node as many values are looked at. */
const SAMPLES = 500;
const OUTER = 0.01;

/** The values between which all but the outermost lie. */
export function usualRange(values: readonly number[]): ValueRange | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return [at(OUTER), at(1 - OUTER)];
}

/** Counts what there is as nodes come in, each of them once. */
export class CensusTaker {
  readonly #known = new WeakSet<NodePoints>();
  readonly #classes = new Uint8Array(256);
  readonly #lines = new Set<number>();
  readonly #heights: number[] = [];
  readonly #intensity: number[] = [];
  #census: Census = { classes: [], lines: [], heights: undefined, intensity: undefined };

  /** The census with these nodes in it; the same as before where they tell nothing new. */
  take(nodes: readonly LoadedNode[]): Census {
    const fresh = nodes.filter(({ points }) => !this.#known.has(points));
    if (fresh.length === 0) return this.#census;
    const before = this.#classes.reduce((sum, one) => sum + one, 0) + this.#lines.size;
    for (const each of fresh) this.#add(each);
    const after = this.#classes.reduce((sum, one) => sum + one, 0) + this.#lines.size;
    const isFirst = this.#census.heights === undefined;
    if (after === before && !isFirst) return this.#census;
    this.#census = {
      classes: Array.from(this.#classes.keys()).filter((code) => this.#classes[code] === 1),
      lines: [...this.#lines].toSorted((a, b) => a - b),
      // Colours that change while somebody looks would tell another height.
      heights: isFirst ? usualRange(this.#heights) : this.#census.heights,
      intensity: isFirst ? usualRange(this.#intensity) : this.#census.intensity,
    };
    return this.#census;
  }

  #add({ node, points }: LoadedNode): void {
    this.#known.add(points);
    const { count, classes, lines, places, intensity } = points;
    for (let point = 0; point < count; point += 1) this.#classes[classes[point]!] = 1;
    for (let point = 0; point < count; point += 1)
      if (point === 0 || lines[point] !== lines[point - 1]) this.#lines.add(lines[point]!);
    const step = Math.max(1, Math.floor(count / SAMPLES));
    if (node.key.level > 0) return;
    for (let point = 0; point < count; point += step) {
      this.#heights.push(places[point * 3 + 2]! + node.min[2]);
      this.#intensity.push(intensity[point]!);
    }
  }
}
