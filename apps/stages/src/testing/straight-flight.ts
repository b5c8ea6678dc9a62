import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SBET_BYTES, writeSbetSolution } from "@swath/pointcloud/navigation";
import { rangeBlockBytes, rangeHeaderBytes } from "@swath/pointcloud/range";

export const WEEK = 2_409;
export const BEGINS = 522_018;
/** Near Melbourne, in zone 55 of MGA. */
const PLACE = { latitude: -37, longitude: 145, height: 1_000 };
const RADIAN = Math.PI / 180;
const RATE = 50;
/** Radians of latitude a second: 60 m/s to the north. */
const NORTHWARD = 60 / 6_360_000;

/** A trajectory straight to the north, of so many seconds, as the program `gps` writes it. */
export async function writeStraightTrajectory(
  folder: string,
  seconds: number,
  missing: readonly [from: number, to: number] = [0, 0],
): Promise<void> {
  const times = Array.from({ length: seconds * RATE + 1 }, (_, i) => i / RATE).filter(
    (second) => second <= missing[0] || second >= missing[1],
  );
  const bytes = new Uint8Array(times.length * SBET_BYTES);
  for (const [index, second] of times.entries())
    writeSbetSolution(new DataView(bytes.buffer), index * SBET_BYTES, {
      time: BEGINS + second,
      latitude: PLACE.latitude * RADIAN + NORTHWARD * second,
      longitude: PLACE.longitude * RADIAN,
      height: PLACE.height,
      velocity: [60, 0, 0],
      roll: 0,
      pitch: 0,
      heading: 0,
      acceleration: [0, 0, 0],
      rate: [0, 0, 0],
    });
  await writeFile(join(folder, "trajectory.sbet"), bytes);
  const report = { version: 1, gpsWeek: WEEK, leapSeconds: 18, trajectory: {} };
  await writeFile(join(folder, "gps-report.json"), JSON.stringify(report));
}

/** A range file of blocks of 100 returns straight down, 900 m long, one block each second. */
export function straightRange(blocks: number, header: { week?: number; line?: number } = {}) {
  const text = "Laser Serial No: 18SEN045\r\n";
  const head = rangeHeaderBytes({ week: WEEK, line: 7, pulseRate: 100, text, ...header });
  const parts = Array.from({ length: blocks }, (_, block) =>
    rangeBlockBytes(block, {
      count: 100,
      time: new Float64Array(100).map((_zero, i) => BEGINS + block + i / 100),
      range: new Float64Array(100).fill(900),
      angle: new Float64Array(100),
      intensity: new Uint16Array(100).fill(9),
      returnNumber: new Uint8Array(100).fill(1),
      returnCount: new Uint8Array(100).fill(1),
    }),
  );
  return new Uint8Array(Buffer.concat([head, ...parts]));
}
