// A process of its own, so that what sending takes is not measured as the server's answering.
import { setTimeout as sleep } from "node:timers/promises";
import { createUploader, type Selection, type Uploader } from "@swath/upload-engine";
import { diskFile, nodePorts } from "@swath/upload-engine/node";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { nodeApi } from "../../../tools/testing/uploads/node-api.ts";

/** What `bench-crowd.ts` hands over in `BENCH_CROWD`. */
export interface SendersTask {
  readonly origin: string;
  readonly token: string;
  readonly uploads: readonly ReadyUpload[];
  /** The file that every upload sends … */
  readonly file: string;
  /** … so many times. */
  readonly times: number;
  /** Bytes a second that each may send once all have begun. */
  readonly bytesPerSecond?: number;
}

/** What became of each upload, in the task's order; a line for each second. */
export type SentSoFar = readonly {
  /** Acknowledged by the store. */
  readonly bytes: number;
  /** The upload's status, with the code of what stopped it. */
  readonly state: string;
}[];

const task = JSON.parse(process.env["BENCH_CROWD"] ?? "") as SendersTask;
const api = nodeApi(task);
const EVERY_MS = 1_000;
/**
 * Of each upload, in bytes a second, until all have begun: the server reads few manifests of a person
 * at once, so that the last begins much later than the first.
 */
const SLOWLY = 200_000;
let limit: number | undefined = SLOWLY;
process.on("SIGUSR2", () => (limit = task.bytesPerSecond));

/** Files that nobody validates, as the rebuild would: nothing is sent to its end. */
async function selectionOf({ flightId }: ReadyUpload): Promise<Selection> {
  const baseFolder = `${flightId}_045`;
  const files = Array.from({ length: task.times }, async (_, n) => {
    const fileName = `${n}.laz`;
    const fullPath = `${baseFolder}/${fileName}`;
    const file = await diskFile(task.file, fullPath);
    const destination = "LiDAR" as const;
    const entry = { fileName, fullPath, originalSize: file.size, zipped: false, destination };
    return { file, entry };
  });
  return { baseFolder, files: await Promise.all(files) };
}

async function begin(upload: ReadyUpload): Promise<Uploader> {
  const name = `bench-crowd-${upload.uploadId}`;
  const who = { fingerprint: name, holder: name };
  const ports = nodePorts({
    api,
    server: new URL(task.origin),
    ...who,
    bytesPerSecond: () => limit,
  });
  const job = { ...upload, isUpdate: false, status: "READY_FOR_UPLOAD" } as const;
  const uploader = createUploader(ports, job);
  uploader.start(await selectionOf(upload)).catch((error: unknown) => console.error(error));
  return uploader;
}

const uploaders: Uploader[] = [];
for (const upload of task.uploads) uploaders.push(await begin(upload));
for (;;) {
  const sent: SentSoFar = uploaders.map((each) => {
    const { progress, status, error } = each.getSnapshot();
    return { bytes: progress.completedBytes, state: `${status} ${error?.code ?? ""}`.trim() };
  });
  console.log(JSON.stringify(sent));
  await sleep(EVERY_MS);
}
