// Compresses the records of a cloud so many times, as LAZ or as COPC, and prints how many bytes they are.
//   node encode-cloud.ts FILE laz|copc TIMES
import { CopcBody } from "@swath/pointcloud/copc";
import { copySettings, LasWriter } from "@swath/pointcloud/las";
import { LazBody } from "@swath/pointcloud/laz";
import { memoryFile, memorySpool } from "@swath/pointcloud/testing";
import { openPoints, readPoints } from "../../../apps/stages/src/points/point-file.ts";

const [path = "", coding = "laz", times = "1"] = process.argv.slice(2);
const POINT_OFFSET = 96;

const file = await openPoints(path);
const settings = copySettings(file.las);
const plain = memoryFile();
const writer = new LasWriter(plain, settings);
await readPoints(file, (block) => writer.append(block));
await writer.end();
const all = plain.bytes();
const records = all.subarray(new DataView(all.buffer).getUint32(POINT_OFFSET, true));

let bytes = 0;
const sink = {
  write: async (part: Uint8Array) => {
    bytes += part.length;
  },
  overwrite: async () => {},
};
for (let time = 0; time < Number(times); time++) {
  bytes = 0;
  const body =
    coding === "laz" ? new LazBody(sink, settings) : new CopcBody(sink, settings, memorySpool());
  await body.begin(0);
  await body.append(records);
  await body.end();
}
console.log(bytes);
