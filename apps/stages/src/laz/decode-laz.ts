// Decodes LAZ files in its own process, which a damaged file may end. Each message is a LazJob; its
// records go to stdout. A fault of a file goes to stderr and ends the process. It imports as little
// as it can, as every program starts one.
import { once } from "node:events";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { DAMAGED, type LazJob, lazRecords } from "./laz-records.ts";

async function decode(job: LazJob): Promise<void> {
  await withFile(job.path, async (source) => {
    for await (const records of lazRecords(source, job))
      if (!process.stdout.write(records)) await once(process.stdout, "drain");
  });
}

process.on("message", (job: LazJob) => {
  decode(job).catch((fault: unknown) => {
    process.stderr.write(fault instanceof FileFault ? fault.message : DAMAGED);
    process.exitCode = 1;
    process.disconnect();
  });
});
