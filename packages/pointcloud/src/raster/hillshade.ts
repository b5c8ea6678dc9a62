import type { Raster } from "./raster.ts";

const AZIMUTH = (315 * Math.PI) / 180;
const ALTITUDE = Math.PI / 4;

/**
 * Shaded relief of a surface, 1 (dark) to 255, 0 without a value: light from the north-west, 45°
 * high, slopes by Horn (1981), "Hill Shading and the Reflectance Map", Proc. IEEE 69 — as `gdaldem
 * hillshade` has it. `heightUnit` is the length of a height's unit in those of the cell.
 */
export function hillshade(raster: Raster, heightUnit = 1): Uint8Array {
  const { width, height, values, cell } = raster;
  const shade = new Uint8Array(width * height);
  const scale = heightUnit / (8 * cell);
  const light = {
    x: Math.sin(AZIMUTH) * Math.cos(ALTITUDE),
    y: Math.cos(AZIMUTH) * Math.cos(ALTITUDE),
    z: Math.sin(ALTITUDE),
  };
  for (let at = width; at < values.length - width; at++) {
    const column = at % width;
    if (column === 0 || column === width - 1) continue;
    const [n, s] = [at - width, at + width];
    const west = values[n - 1]! + 2 * values[at - 1]! + values[s - 1]!;
    const east = values[n + 1]! + 2 * values[at + 1]! + values[s + 1]!;
    const north = values[n - 1]! + 2 * values[n]! + values[n + 1]!;
    const south = values[s - 1]! + 2 * values[s]! + values[s + 1]!;
    const x = (east - west) * scale;
    const y = (north - south) * scale;
    const bright = (light.z - x * light.x - y * light.y) / Math.sqrt(1 + x * x + y * y);
    if (!Number.isNaN(bright + values[at]!)) shade[at] = Math.round(1 + 254 * Math.max(0, bright));
  }
  return shade;
}
