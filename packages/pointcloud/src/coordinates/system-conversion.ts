import { earthToGeodetic, geodeticToEarth } from "./ellipsoid.ts";
import type { ProjectedSystem } from "./projected-system.ts";

/** Places that are converted where they stand, in metres of their systems; heights are ellipsoidal or none. */
export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}
export type SystemConversion = (places: Places, count: number) => void;

const RADIANS = Math.PI / 180;
const ARC_SECOND = RADIANS / 3_600;

/**
 * From GDA94 to GDA2020 (ICSM, _GDA2020 Technical Manual_ 1.8, 3.1; EPSG 8048): metres, arc seconds of a
 * coordinate frame rotation, parts in a million.
 */
const SHIFT = [0.06155, -0.01087, -0.04019] as const;
const ROTATION = [-0.039_492_4, -0.032_722_1, -0.032_897_9].map((angle) => angle * ARC_SECOND);
const SCALE = -0.009_994e-6;

const GDA2020_ZONES = [7_846, 7_859] as const;
const MGA94_ZONES = [28_348, 28_358] as const;
/** VicGrid94, GA Lambert, SA Lambert, NSW Lambert, Australian Albers. */
const GDA94_CODES = new Set([3_107, 3_111, 3_112, 3_308, 3_577]);

const within = (code: number, [first, last]: readonly [number, number]): boolean =>
  code >= first && code <= last;

/** The datum of a system: GDA94, GDA2020, or the words of its definition. */
export function datumOf({
  epsg,
  definition,
}: Pick<ProjectedSystem, "epsg" | "definition">): string {
  if (within(epsg, GDA2020_ZONES)) return "GDA2020";
  if (within(epsg, MGA94_ZONES) || GDA94_CODES.has(epsg)) return "GDA94";
  return definition
    .split(/\s+/)
    .filter((word) => /^\+(datum|ellps|towgs84|a|b|rf)=/.test(word))
    .join(" ");
}

/**
 * Takes places of one system to another: within a datum, or between GDA94 and GDA2020 by their seven
 * parameters, ellipsoidal heights with them. `undefined`: for these datums no shift is installed.
 */
export function systemConversion(
  from: ProjectedSystem,
  to: ProjectedSystem,
  heights: "ellipsoidal" | "other",
): SystemConversion | undefined {
  const [source, target] = [datumOf(from), datumOf(to)];
  const shift = source === target ? undefined : shiftOf(source, target);
  if (source !== target && shift === undefined) return undefined;
  const place = new Float64Array(3);
  return ({ x, y, z }, count) => {
    for (let n = 0; n < count; n += 1) {
      let [longitude, latitude] = from.inverse(x[n]! / from.unit, y[n]! / from.unit);
      if (shift !== undefined) {
        const isEllipsoidal = heights === "ellipsoidal";
        shift(latitude * RADIANS, longitude * RADIANS, isEllipsoidal ? z[n]! : 0, place);
        latitude = place[0]! / RADIANS;
        longitude = place[1]! / RADIANS;
        if (isEllipsoidal) z[n] = place[2]!;
      }
      const [east, north] = to.forward(longitude, latitude);
      x[n] = east * to.unit;
      y[n] = north * to.unit;
    }
  };
}

type Shift = (latitude: number, longitude: number, height: number, out: Float64Array) => void;

function shiftOf(from: string, to: string): Shift | undefined {
  const sign =
    from === "GDA94" && to === "GDA2020" ? 1 : from === "GDA2020" && to === "GDA94" ? -1 : 0;
  if (sign === 0) return undefined;
  // The angles are so small that the reverse is that of the opposite parameters, within a nanometre.
  const [tx, ty, tz] = SHIFT.map((metres) => sign * metres) as [number, number, number];
  const [rx, ry, rz] = ROTATION.map((angle) => sign * angle) as [number, number, number];
  const scale = 1 + sign * SCALE;
  return (latitude, longitude, height, out) => {
    geodeticToEarth(latitude, longitude, height, out);
    const [x, y, z] = [out[0]!, out[1]!, out[2]!];
    earthToGeodetic(
      tx + scale * (x + rz * y - ry * z),
      ty + scale * (-rz * x + y + rx * z),
      tz + scale * (ry * x - rx * y + z),
      out,
    );
  };
}
