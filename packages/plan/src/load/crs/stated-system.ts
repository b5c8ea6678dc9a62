import type { Ellipsoid } from "./datums.ts";

/** A coordinate reference system as a .prj states it. */
export interface StatedSystem {
  /** As people name it. */
  readonly name: string;
  /** The name of its datum; empty where it names none. */
  readonly datum: string;
  readonly ellipsoid: Ellipsoid;
  /** Whether it states a shift of its datum to WGS 84 that moves anything. */
  readonly shifted: boolean;
  /** What keeps its coordinates from being read: another meridian, another unit of angles. */
  readonly obstacle?: string;
  readonly kind: "degrees" | "pseudoMercator" | "projected";
  /** What proj4 makes a projection of; undefined where it is one that is not read. */
  readonly definition: string | undefined;
}

const DEGREE = Math.PI / 180;

/** Why angles of such a unit, counted from such a meridian, are not read. */
export function angleObstacle(unit: number, meridian: number): string | undefined {
  if (meridian !== 0) return "prime meridian";
  return Math.abs(unit / DEGREE - 1) > 1e-9 ? "unit of angles" : undefined;
}

/** Whether any number of a shift is another than 0. */
export const moves = (shift: string): boolean =>
  shift.split(",").some((number) => Number(number) !== 0);
