import { LasWriter, projectedSystemRecord } from "@swath/pointcloud/las";
import { BLOCK_POINTS, newBlock } from "@swath/pointcloud/points";
import { writingFile } from "../../../apps/stages/src/files/file-bytes.ts";
import { randomFrom } from "../../../tools/sample/random.ts";

/** A flight line over the bench's land: m from its corner, and how far it is off. */
export interface BenchLine {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly shift?: number;
}

const BENCH_EPSG = 32_755;
const CORNER = [500_000, 6_000_000, 0] as const;
const NOISE = 0.03;
const RATE = 500_000;
const PAUSE = 300;

/** Hills with a house in every 90 × 60 m. */
function heightAt(x: number, y: number): number {
  const ground = 100 + 8 * Math.sin(x / 180) + 5 * Math.cos(y / 140) + 0.02 * x;
  return x % 90 < 12 && y % 60 < 10 ? ground + 6 : ground;
}

/**
 * Writes one LAS file whose lines have `points` each, numbered from 1 or behind `before` others, one behind the other
 * in time.
 */
export async function writeFlightFile(
  path: string,
  lines: readonly BenchLine[],
  points: number,
  before = 0,
): Promise<void> {
  const random = randomFrom(7 + before);
  // A sum of four is nearly normal.
  const normal = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  await writingFile(path, async (sink) => {
    const writer = new LasWriter(sink, {
      pointFormat: 6,
      scale: [0.001, 0.001, 0.001],
      offset: CORNER,
      records: [projectedSystemRecord(BENCH_EPSG)],
      standardTime: true,
    });
    const block = newBlock();
    for (const [n, { x, y, shift = 0 }] of lines.entries())
      for (let i = 0; i < points; i++) {
        const east = x[0] + (x[1] - x[0]) * (i / points);
        const north = y[0] + (y[1] - y[0]) * random();
        const at = block.count++;
        block.x[at] = CORNER[0] + east;
        block.y[at] = CORNER[1] + north;
        block.z[at] = heightAt(east, north) + shift + NOISE * normal();
        block.gpsTime[at] = 300_000_000 + (before + n) * (PAUSE + points / RATE) + i / RATE;
        block.sourceId[at] = before + n + 1;
        block.returnNumber[at] = 1;
        block.returnCount[at] = 1;
        if (block.count < BLOCK_POINTS) continue;
        await writer.append(block);
        block.count = 0;
      }
    await writer.append(block);
    await writer.end();
  });
}
