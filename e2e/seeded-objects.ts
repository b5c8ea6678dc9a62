import type { ObjectStore } from "../apps/server/src/platform/object-store/object-store.ts";

/** Objects of each bucket: their keys, and the bytes of each. */
export type Planting = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function* body(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const PUTS_AT_ONCE = 16;

/** Puts objects in a store directly, as another program would. */
export async function seed(store: ObjectStore, planting: Planting): Promise<void> {
  const puts = Object.entries(planting).flatMap(([bucket, objects]) =>
    Object.entries(objects).map(([key, text]) => ({ bucket, key, text })),
  );
  const worker = async (): Promise<void> => {
    for (let put = puts.pop(); put !== undefined; put = puts.pop())
      await store.write(put.bucket, put.key, body(put.text), { size: Buffer.byteLength(put.text) });
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, worker));
}

/** Many small files of one folder. */
function manyFiles(folder: string, count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, i) => String(i).padStart(5, "0"));
  return Object.fromEntries(names.map((name) => [`${folder}strip_${name}.las`, `points ${name}`]));
}

/** A flight with folders, with names that are awkward, and with more files than one page. */
export const FLIGHT: Planting = {
  "swath-lidar": {
    "FL000001/LiDAR/FL000001_045/range/001.range": "range",
    "FL000001/LiDAR/FL000001_045/POS/GPS.001": "gps",
    "FL000001/LiDAR/FL000001_045/POS/gps.000": "gps0",
    "FL000001/LiDAR/FL000001_045/Überflug <i>1 & 2.txt": "a name to be careful with",
    "FL000001/LiDAR/FL000001_metadata.json": "{}",
    ...manyFiles("FL000002/LiDAR/LAZ/", 650),
  },
  "swath-processing": { "guid-1/output/report.txt": "report" },
};
