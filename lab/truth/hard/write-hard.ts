import { writeFileSync } from "node:fs";
import { type HardCloud } from "./hard-cloud.ts";

const HEADER = 375;
const RECORD = 30;
const STEP = 0.001;
const ORIGIN = [500_000, 6_000_000, 0] as const;

/** LAS 1.4, point format 6, unclassified, from the standard's tables. */
export function writeHard(path: string, cloud: HardCloud): void {
  const file = Buffer.alloc(HEADER + RECORD * cloud.count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const axes = [cloud.x, cloud.y, cloud.z];
  for (let point = 0, at = HEADER; point < cloud.count; point += 1, at += RECORD) {
    for (const [axis, values] of axes.entries()) {
      const step = Math.round((values[point]! - ORIGIN[axis]!) / STEP);
      file.writeInt32LE(step, at + 4 * axis);
      const value = step * STEP + ORIGIN[axis]!;
      low[axis] = Math.min(low[axis]!, value);
      high[axis] = Math.max(high[axis]!, value);
    }
    file[at + 14] = cloud.returnNumber[point]! | (cloud.returnCount[point]! << 4);
    file[at + 16] = 1;
    file.writeUInt16LE(1, at + 20);
    file.writeDoubleLE(1e8 + point * 2e-6, at + 22);
  }
  file.write("LASF", 0, "latin1");
  file.writeUInt16LE(1, 6);
  file.writeUInt8(1, 24);
  file.writeUInt8(4, 25);
  file.writeUInt16LE(HEADER, 94);
  file.writeUInt32LE(HEADER, 96);
  file.writeUInt8(6, 104);
  file.writeUInt16LE(RECORD, 105);
  for (const [axis, origin] of ORIGIN.entries()) {
    file.writeDoubleLE(STEP, 131 + 8 * axis);
    file.writeDoubleLE(origin, 155 + 8 * axis);
    file.writeDoubleLE(high[axis]!, 179 + 16 * axis);
    file.writeDoubleLE(low[axis]!, 187 + 16 * axis);
  }
  file.writeBigUInt64LE(BigInt(cloud.count), 247);
  writeFileSync(path, file);
}
