// Decompresses a LAZ file so many times by laz-perf alone.
//   node read-lazperf.ts FILE TIMES
import { readFileSync } from "node:fs";
import { createLazPerf } from "laz-perf";

const [path = "", times = "1"] = process.argv.slice(2);
const bytes = readFileSync(path);
const lazPerf = await createLazPerf();
const file = lazPerf._malloc(bytes.length);
lazPerf.HEAPU8.set(bytes, file);
const RECORD_LENGTH = 105;
const point = lazPerf._malloc(bytes.readUInt16LE(RECORD_LENGTH));
for (let time = 0; time < Number(times); time++) {
  const laszip = new lazPerf.LASZip();
  laszip.open(file, bytes.length);
  for (let left = laszip.getCount(); left > 0; left--) laszip.getPoint(point);
  laszip.delete();
}
