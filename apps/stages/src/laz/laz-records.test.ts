import { recordPlan } from "@swath/pointcloud/laz";
import type { LasFile } from "@swath/pointcloud/las";
import { CHUNK_POINTS, LASZIP_CHUNKS, plannedRecords } from "@swath/pointcloud/testing";
import { expect, test } from "vitest";
import { lazRecords } from "./laz-records.ts";

const cases = LASZIP_CHUNKS.flatMap((chunk) =>
  [1, 2, 16_384].map((batch) => [chunk.format, chunk.items[0]!.version, batch, chunk] as const),
);

test.each(cases)(
  "points of format %i, version %i, whose scanner channels take turns, are whole in batches of %i",
  async (format, _, batch, { items, base64 }) => {
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    const recordBytes = items.reduce((sum, item) => sum + item.bytes, 0);
    const laszip = { compressor: format < 6 ? 2 : 3, coder: 0, chunkPoints: undefined, items };
    const header = { pointFormat: format, recordBytes } as LasFile["header"];
    const plan = recordPlan({ header, records: [] }, laszip);
    if (typeof plan === "string") throw new Error(plan);
    const source = { size: bytes.length, read: async () => bytes };
    const chunks = [{ points: CHUNK_POINTS, start: 0, end: bytes.length }];
    const read: number[] = [];
    for await (const records of lazRecords(source, { path: "a.laz", plan, items, chunks }, batch))
      read.push(...records);
    expect(read).toEqual([...plannedRecords(format, CHUNK_POINTS)]);
  },
);
