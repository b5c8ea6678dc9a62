import { routes } from "@swath/contract/routes";
import { uploadService } from "@swath/contract/uploads";
import type { FinalResult } from "../send/request.ts";
import { SendObjects } from "../send/send-objects.ts";
import { type Unfinished, unfinishedOf } from "../state/object-ranges.ts";
import type { TaskList } from "../state/task-list.ts";
import { changedSources } from "./changed-sources.ts";
import { faultOf, type StepResult, type UploadRun } from "./upload-run.ts";

const INTEGRITY_RETRY_LIMIT = 2;
const NOTHING_NAMED: Unfinished = { names: [], landedPieces: {} };

/**
 * Sends what is missing and has the server verify what arrived.
 *
 * run/I0 what was changed on the drive before the server is asked to complete fails the upload
 *    (source/S1);
 * run/I1 after all is sent the server lists what it misses; the counter counts these checks;
 * run/I2 while the counter is at most 2, the missing objects are sent again;
 * run/I3 then the upload is stalled, with its files kept, and a resumption counts anew;
 * run/I4 a check that the server refuses drops the files and stalls the upload;
 * run/I5 the server's own refusal to complete counts as a check that found something missing.
 */
export async function sendAndVerify(run: UploadRun, list: TaskList): Promise<StepResult> {
  for (let checks = 1; ; checks++) {
    const sent = await send(run, list);
    if (sent !== "next") return sent;
    const [checking, listed] = await Promise.all([run.move("allTasksSucceeded"), readMissing(run)]);
    if (checking !== "next") return checking;
    const missing = await findMissing(run, list, listed);
    if (typeof missing === "string") return missing;
    if (checks > INTEGRITY_RETRY_LIMIT)
      return run.fail("missingFileOrMaxRetry", {
        code: "INTEGRITY_CHECK_FAILED",
        message: "Some files did not arrive. Please resume the upload.",
        detail: missing.names.slice(0, 3).join(", "),
      });
    const again = await run.move("integrityCheckRetry");
    if (again !== "next") return again;
    list.queue.requeueMissing(missing);
  }
}

async function send(run: UploadRun, list: TaskList): Promise<StepResult> {
  const { model } = run;
  const settings = await run.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return run.fail("uploadFailed", faultOf(settings));
  model.startMeter();
  const sending = new SendObjects(run, list, settings.value, {
    onProgress: () => model.publishProgress(),
    onFault: (fault) => model.setFault(fault),
    onStoreFull: (isFull) => model.setStoreFull(isFull),
  });
  const outcome = await sending.run(run.signal, run.hold);
  model.stopMeter();
  if (outcome.kind === "sent") return "next";
  if (outcome.kind === "aborted") return "ended";
  if (outcome.kind === "leaseLost") return run.adopt(outcome.refusal);
  list.queue.requeue("keep");
  return run.fail("uploadFailed", outcome.fault);
}

/** What the server misses, as it says. */
export async function readMissing(run: UploadRun): Promise<FinalResult<Unfinished>> {
  const progress = await run.request(routes.readProgress, {
    service: uploadService(run.job.uploadType),
    params: run.params,
    query: { isUpdate: `${run.job.isUpdate}` },
  });
  return progress.kind === "answered"
    ? { kind: "answered", value: unfinishedOf(progress.value) }
    : progress;
}

/** Completes the upload where the server misses nothing; else what it misses. */
async function findMissing(
  run: UploadRun,
  list: TaskList,
  missing: FinalResult<Unfinished>,
): Promise<Unfinished | StepResult> {
  if (missing.kind === "aborted") return "ended";
  if (missing.kind === "refused") {
    run.model.dropFiles();
    return run.fail("integrityCheckFailed", faultOf(missing));
  }
  if (missing.value.names.length > 0) return missing.value;
  const changed = await changedSources(run, list);
  if (run.signal.aborted) return "ended";
  if (changed !== undefined) return run.fail("uploadFailed", changed);
  const completed = await run.tryMove("integrityCheckSucceeded");
  if (typeof completed === "string") return completed;
  return completed.code === "UPLOAD_INCOMPLETE" ? NOTHING_NAMED : run.adopt(completed);
}
