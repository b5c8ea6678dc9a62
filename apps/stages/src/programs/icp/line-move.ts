import type { PointBlock } from "@swath/pointcloud/points";
import { MOUNTING_TERMS } from "@swath/pointcloud/strips";
import type { StatedSystem } from "../../coordinates/cloud-system.ts";
import { FileFault } from "../../program.ts";
import type { IndexFile } from "../../points/index-file.ts";
import type { Adjustment } from "./adjustment.ts";
import { type FlownFlight, flownLine } from "./flown-lines.ts";

/** Moves the points of a line. */
export interface LineMove {
  /** What all points are raised by, in the cloud's unit; undefined where it differs from point to point. */
  readonly common: number | undefined;
  /** Moves a point where it stands; by how much in height, m. */
  apply(block: PointBlock, at: number): number;
}

type Units = Pick<StatedSystem, "horizontalUnit" | "verticalUnit">;
type Line = IndexFile["files"][number]["lines"][number];

const RADIANS = Math.PI / 180;

/** The corrections in radians and m; undefined where there is none. */
function correctionsOf({ mounting }: Adjustment): readonly number[] | undefined {
  if (mounting?.some(({ told }) => told) !== true) return undefined;
  return mounting.map(({ value, told, unit }) => (told ? value * (unit === "°" ? RADIANS : 1) : 0));
}

/** How the points of a line are moved by an adjustment. */
export function lineMove(
  line: Line,
  adjustment: Adjustment,
  flown: FlownFlight | undefined,
  units: Units,
): LineMove {
  const own = adjustment.lines.find((of) => of.line === line.id);
  const { shift = 0, drift = 0, middle = null } = own ?? {};
  const corrections = correctionsOf(adjustment);
  const raise = (time: number): number => shift + (middle === null ? 0 : drift * (time - middle));
  if (corrections === undefined && drift === 0) return raised(shift, units);
  if (corrections === undefined) return { common: undefined, apply: heightMove(raise, units) };
  const of = flown && flownLine(flown, line);
  if (flown === undefined || of === undefined)
    throw new FileFault("trajectory.sbet", `does not have the times of line ${line.id}`);
  const effects = new Float64Array(3 * MOUNTING_TERMS);
  const raiseOnly = heightMove(raise, units);
  return {
    common: undefined,
    apply(block, at) {
      const [x, y, z] = [
        block.x[at]! * units.horizontalUnit,
        block.y[at]! * units.horizontalUnit,
        block.z[at]! * units.verticalUnit,
      ];
      const time = flown.timeOf(block.gpsTime[at]!);
      let up = 0;
      if (of.effect.at(time, x, y, z, effects)) {
        let [east, north] = [0, 0];
        for (const [term, value] of corrections.entries()) {
          east += value * effects[3 * term]!;
          north += value * effects[3 * term + 1]!;
          up += value * effects[3 * term + 2]!;
        }
        block.x[at]! += east / units.horizontalUnit;
        block.y[at]! += north / units.horizontalUnit;
        block.z[at]! += up / units.verticalUnit;
      }
      return up + raiseOnly(block, at);
    },
  };
}

function raised(shift: number, { verticalUnit }: Units): LineMove {
  const common = shift / verticalUnit;
  return {
    common,
    apply({ z }, at) {
      z[at]! += common;
      return shift;
    },
  };
}

const heightMove =
  (raise: (time: number) => number, { verticalUnit }: Units) =>
  ({ z, gpsTime }: PointBlock, at: number): number => {
    const up = raise(gpsTime[at]!);
    z[at]! += up / verticalUnit;
    return up;
  };
