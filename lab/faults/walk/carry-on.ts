import type { UploadStatus } from "@swath/contract/uploads";
import { UPLOAD_STATES, UPLOAD_STATUS } from "@swath/contract/uploads";
import type { Walk } from "./walk.ts";
import { resume, start } from "./walk-commands.ts";

const ATTEMPTS = 12;
const LONGEST_MS = 600_000;
const STEP_MS = 5_000;
const LEASE_LOST_MS = 70_000;

/** What a person does to go on from a status in which nothing runs. */
async function goOn(walk: Walk, status: UploadStatus): Promise<void> {
  if (status === "VALIDATING_UPLOAD_FAILED") await walk.reset();
  else if (UPLOAD_STATES.nextStatus(status, "folderSelected") !== undefined) await start(walk);
  else if (UPLOAD_STATES.nextStatus(status, "resume") !== undefined) await resume(walk);
  else if (UPLOAD_STATUS[status].active) await walk.pass(LEASE_LOST_MS);
}

async function untilStill(walk: Walk): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += STEP_MS) {
    await walk.pass(STEP_MS);
    if (walk.page.uploader.getSnapshot().settled) return;
  }
  throw new Error(`walk/W5 still running after ${LONGEST_MS} ms: ${await walk.serverKnows()}`);
}

/** walk/W5 With link and session, a person goes on until the data is ready. */
export async function carryOn(walk: Walk): Promise<void> {
  Object.assign(walk.link, { isUp: true, isSignedIn: true, flips: 0, lostAnswers: 0 });
  walk.page.network.online();
  const ways: UploadStatus[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await walk.agree();
    const status = await walk.status();
    if (status === "DATA_READY") return;
    ways.push(status);
    if (walk.page.uploader.getSnapshot().settled) await goOn(walk, status);
    await untilStill(walk);
  }
  throw new Error(`walk/W5 no way to DATA_READY: ${ways.join(", ")}; ${await walk.serverKnows()}`);
}
