// Reads a cloud so many times by liblaszip, point by point, and writes it too: compressed, or as it is.
//   node encode-laszip.ts FROM TO TIMES laz|las|none
// Exits 3 where liblaszip is not installed. Prints the bytes of what it wrote.
import { statSync } from "node:fs";
import { type LaszipLibrary, loadLaszip } from "../../../tools/testing/laszip-library.ts";
import { openPoints } from "../../../apps/stages/src/points/point-file.ts";

const NOT_INSTALLED = 3;
const [from = "", to = "", times = "1", coding = "laz"] = process.argv.slice(2);

function handleOf(laszip: LaszipLibrary): unknown {
  const handle: unknown[] = [null];
  if (laszip.create(handle) !== 0) throw new Error("liblaszip made no handle");
  return handle[0];
}

const done = (code: number): void => {
  if (code !== 0) throw new Error("liblaszip failed");
};

function copy(laszip: LaszipLibrary, points: number): void {
  const [reader, writer] = [handleOf(laszip), handleOf(laszip)];
  const [header, point]: unknown[][] = [[null], [null]];
  done(laszip.openReader(reader, from, [0]));
  done(laszip.headerOf(reader, header!));
  done(laszip.pointOf(reader, point!));
  const writes = coding !== "none";
  if (writes) {
    done(laszip.setHeader(writer, header![0]));
    done(laszip.keepSoftware(writer, 1));
    done(laszip.openWriter(writer, to, coding === "laz" ? 1 : 0));
  }
  for (let left = points; left > 0; left -= 1) {
    laszip.readPoint(reader);
    if (!writes) continue;
    laszip.setPoint(writer, point![0]);
    laszip.writePoint(writer);
  }
  if (writes) done(laszip.closeWriter(writer));
  done(laszip.closeReader(reader));
  for (const handle of [reader, writer]) laszip.destroy(handle);
}

const laszip = await loadLaszip();
if (laszip === undefined) process.exitCode = NOT_INSTALLED;
else {
  const { pointCount } = (await openPoints(from)).las.header;
  for (let time = 0; time < Number(times); time++) copy(laszip, pointCount);
  console.log(coding === "none" ? 0 : statSync(to).size);
}
