// Decodes one LAZ file, in a process of its own: a damaged file may end its decoder with it.
//   node decode-laz.ts < JOB.json
// The job is a LazJob; writes the records; what is wrong with the file goes to stderr. Of the project it
// loads no more than it needs: it is started for each file.
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { DAMAGED, type LazJob, lazRecords } from "./laz-records.ts";

try {
  const job = JSON.parse(await text(process.stdin)) as LazJob;
  await withFile(job.path, async (source) => {
    for await (const records of lazRecords(source, job))
      if (!process.stdout.write(records)) await once(process.stdout, "drain");
  });
} catch (fault) {
  process.stderr.write(fault instanceof FileFault ? fault.message : DAMAGED);
  process.exitCode = 1;
}
