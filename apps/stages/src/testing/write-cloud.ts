import { LasWriter, type LasSettings, projectedSystemRecord } from "@swath/pointcloud/las";
import { BLOCK_POINTS, newBlock } from "@swath/pointcloud/points";
import { writingFile } from "../files/file-bytes.ts";

export interface CloudPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly time?: number;
  readonly source?: number;
  readonly return?: number;
  readonly returns?: number;
  readonly classification?: number;
  readonly intensity?: number;
}

/** Writes points to a LAS file of format 6, steps of 1 mm. */
export async function writeCloud(
  path: string,
  points: Iterable<CloudPoint>,
  settings: Partial<LasSettings> = {},
): Promise<void> {
  await writingFile(path, async (sink) => {
    const writer = new LasWriter(sink, {
      pointFormat: 6,
      scale: [0.001, 0.001, 0.001],
      offset: [500_000, 6_000_000, 0],
      records: [projectedSystemRecord(32_755, 9001)],
      standardTime: true,
      ...settings,
    });
    const block = newBlock();
    for (const point of points) {
      const at = block.count++;
      [block.x[at], block.y[at], block.z[at]] = [point.x, point.y, point.z];
      block.gpsTime[at] = point.time ?? 0;
      block.sourceId[at] = point.source ?? 1;
      block.returnNumber[at] = point.return ?? 1;
      block.returnCount[at] = point.returns ?? 1;
      block.classification[at] = point.classification ?? 1;
      block.intensity[at] = point.intensity ?? 0;
      if (block.count < BLOCK_POINTS) continue;
      await writer.append(block);
      block.count = 0;
    }
    await writer.append(block);
    await writer.end();
  });
}
