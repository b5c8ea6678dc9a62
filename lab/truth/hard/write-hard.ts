import { writeFileSync } from "node:fs";
import { LAS_ORIGIN, LAS_RECORD, lasHead } from "../testing/write-files.ts";
import { type HardCloud } from "./hard-cloud.ts";

const STEP = 0.001;

/** Writes a cloud as LAS, unclassified, with its bounds. */
export function writeHard(path: string, cloud: HardCloud): void {
  const [file, begin] = lasHead(STEP, cloud.count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const axes = [cloud.x, cloud.y, cloud.z];
  for (let point = 0, at = begin; point < cloud.count; point += 1, at += LAS_RECORD) {
    for (const [axis, values] of axes.entries()) {
      const step = Math.round((values[point]! - LAS_ORIGIN[axis]!) / STEP);
      file.writeInt32LE(step, at + 4 * axis);
      const value = step * STEP + LAS_ORIGIN[axis]!;
      low[axis] = Math.min(low[axis]!, value);
      high[axis] = Math.max(high[axis]!, value);
    }
    file[at + 14] = cloud.returnNumber[point]! | (cloud.returnCount[point]! << 4);
    file[at + 16] = 1;
    file.writeUInt16LE(1, at + 20);
    file.writeDoubleLE(1e8 + point * 2e-6, at + 22);
  }
  file.writeUInt16LE(1, 6);
  for (const axis of LAS_ORIGIN.keys()) {
    file.writeDoubleLE(high[axis]!, 179 + 16 * axis);
    file.writeDoubleLE(low[axis]!, 187 + 16 * axis);
  }
  writeFileSync(path, file);
}
