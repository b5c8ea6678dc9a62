// Decodes one LAZ file, in a process of its own: a damaged file may end its decoder with it.
//   node decode-laz.ts FILE
// Writes a line of JSON, {"pointFormat", "recordBytes"}, then the records; what is wrong with the
// file goes to stderr.
import { once } from "node:events";
import { openLas } from "@swath/pointcloud/las";
import { laszipOf, recordPlan } from "@swath/pointcloud/laz";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { DAMAGED, lazRecords } from "./laz-records.ts";

const [path = ""] = process.argv.slice(2);

async function write(bytes: Uint8Array | string): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
}

async function decode(): Promise<void> {
  await withFile(path, async (source) => {
    const opened = await openLas(source);
    if ("fault" in opened) throw new FileFault(path, opened.fault);
    const laszip = laszipOf(opened.file.records);
    if (laszip === undefined) throw new FileFault(path, "does not state how it is compressed");
    const plan = recordPlan(opened.file, laszip);
    if (typeof plan === "string") throw new FileFault(path, plan);
    const { pointFormat, recordBytes } = plan;
    await write(`${JSON.stringify({ pointFormat, recordBytes })}\n`);
    for await (const records of lazRecords(path, source, opened.file, laszip, plan))
      await write(records);
  });
}

try {
  await decode();
} catch (fault) {
  const message = fault instanceof FileFault ? fault.message : DAMAGED;
  process.stderr.write(message);
  process.exitCode = 1;
}
