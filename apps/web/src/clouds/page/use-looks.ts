import { useMemo } from "react";
import { type CloudAddress, numbersOf } from "../cloud-address.ts";
import type { Census } from "../look/census.ts";
import { type ColorBy, COLORS, type Look, type ValueRange } from "../look/look.ts";
import type { Cloud } from "../read/cloud.ts";
import type { Seen } from "../seen-cloud.ts";

/** A box around all files, as their headers have it. */
export function boundsOf(files: Cloud["files"]): {
  readonly min: number[];
  readonly max: number[];
} {
  const of = (pick: (...values: number[]) => number, side: "min" | "max"): number[] =>
    [0, 1, 2].map((axis) => pick(...files.map(({ bounds }) => bounds[side][axis]!)));
  return { min: of(Math.min, "min"), max: of(Math.max, "max") };
}

/** The unit of a cloud's system. */
export function unitOf([first]: Cloud["files"]): string {
  const { geographic, horizontalUnit } = first!.crs;
  if (geographic) return /* text */ "degrees";
  return horizontalUnit === 1 || horizontalUnit === null ? "m" : /* text */ "units";
}

/** The colours that the files of a cloud have. */
export const colorsOf = (files: Cloud["files"]): readonly ColorBy[] =>
  COLORS.filter((each) => {
    if (each === "rgb") return files.some(({ hasColors }) => hasColors);
    return each !== "nir" || files.some(({ coding }) => coding.pointFormat === 8);
  });

function rangeOf(by: ColorBy, census: Census, cloud: Cloud): ValueRange {
  if (by === "intensity") return census.intensity ?? [0, 1];
  if (by === "time") {
    const times = cloud.files.map(({ times: of }) => of);
    return [Math.min(...times.map(([first]) => first)), Math.max(...times.map(([, last]) => last))];
  }
  const { min, max } = boundsOf(cloud.files);
  return census.heights ?? [min[2]!, max[2]!];
}

/** How points look by the address; the same as long as nothing of it changes. */
export function useLooks(cloud: Cloud, seen: Seen, address: CloudAddress) {
  const { census, differences } = seen;
  const {
    without,
    withoutLines,
    returns = "all",
    color = "height",
    profileColor = "line",
  } = address;
  return useMemo(() => {
    const hidden = { classes: numbersOf(without), lines: numbersOf(withoutLines), returns };
    const lookOf = (by: ColorBy): Look => ({
      by,
      range: rangeOf(by, census, cloud),
      lines: census.lines,
      hidden,
      differences,
    });
    return { look: lookOf(color), profileLook: lookOf(profileColor) };
  }, [cloud, census, differences, without, withoutLines, returns, color, profileColor]);
}
