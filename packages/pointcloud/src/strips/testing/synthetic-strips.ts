import { StripGrid } from "../strip-grid.ts";
import { stripSurface, type StripSurface } from "../strip-surface.ts";

/** Hills with houses of gabled roofs, m: the truth that strips are measured on. */
function terrainHeight(x: number, y: number): number {
  const hills = 100 + 8 * Math.sin(x / 60) + 5 * Math.cos(y / 45) + 0.02 * x;
  const [u, v] = [((x % 60) + 60) % 60, ((y % 50) + 50) % 50];
  return u < 14 && v < 10 ? hills + 6 - 0.6 * Math.abs(v - 5) : hills;
}

export interface SyntheticStrip {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly shift?: { readonly x?: number; readonly y?: number; readonly z?: number };
  /** Points a square metre. */
  readonly density?: number;
  readonly noise?: number;
  readonly seed?: number;
}

/** Random numbers by mulberry32; the second is normal, by Box and Muller. */
export function randoms(seed: number): { uniform: () => number; normal: () => number } {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** A strip as it is measured: points of the terrain, then moved by its shift. */
export function syntheticSurface(strip: SyntheticStrip, cell = 1): StripSurface {
  const { shift = {}, density = 8, noise = 0.02, seed = 1 } = strip;
  const { uniform, normal } = randoms(seed);
  const [width, height] = [strip.x[1] - strip.x[0], strip.y[1] - strip.y[0]];
  const grid = new StripGrid(cell);
  for (let n = width * height * density; n > 0; n--) {
    const x = strip.x[0] + width * uniform();
    const y = strip.y[0] + height * uniform();
    const z = terrainHeight(x, y) + noise * normal();
    grid.add(x + (shift.x ?? 0), y + (shift.y ?? 0), z + (shift.z ?? 0));
  }
  return stripSurface(grid);
}
