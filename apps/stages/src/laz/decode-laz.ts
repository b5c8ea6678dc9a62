// Decodes LAZ files, in a process of its own: a damaged file may end its decoder with it.
// Each message is a LazJob; its records go to stdout. What is wrong with a file goes to stderr, and ends
// the process. Of the project it loads no more than it needs: it is started for each program.
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
