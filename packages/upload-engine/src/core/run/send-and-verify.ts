import { endpoints } from "@swath/contract/endpoints";
import { uploadService } from "@swath/contract/uploads";
import type { FinalResult, Refusal } from "../send/request.ts";
import { SendObjects } from "../send/send-objects.ts";
import { type Unfinished, unfinishedOf } from "../state/ranges.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { checkSources, type SourceCheck } from "./changed-sources.ts";
import { beatOnce } from "./liveness.ts";
import type { MoveOptions } from "./status-moves.ts";
import { faultOf, type StepResult, type UploadRun } from "./upload-run.ts";

const INTEGRITY_RETRY_LIMIT = 2;
/** From this number on the check takes long enough to be shown. */
const SHOWN_CHECK_OBJECTS = 1_000;

/**
 * Sends the missing objects, and has the server verify those that arrived.
 *
 * run/I0 what was changed on the drive before the server is asked to complete fails the upload
 *    (run/S1), or is sent again (run/S5), which counts as a check;
 * run/I1 after all is sent the server is asked to complete, and checks that it misses nothing; the
 *    counter counts these checks;
 * run/I2 where it refused, it lists what it misses: while the counter is at most 2 that is sent again;
 * run/I3 then the upload is stalled, with its files kept, and a resumption counts from zero;
 * run/I4 a list that the server refuses drops the files and stalls the upload;
 * run/I5 a refusal to complete counts as a check, even where the list is empty;
 * run/I6 where the check takes long, the status says so meanwhile: that is a call of its own.
 */
export async function sendAndVerify(run: UploadRun, list: TaskList): Promise<StepResult> {
  for (let checks = 1; ; checks++) {
    const sent = await send(run, list);
    if (sent !== "next") return sent;
    const completed = await complete(run, list);
    if (typeof completed === "string") return completed;
    const { missing, fault } = completed;
    if (checks > INTEGRITY_RETRY_LIMIT)
      return fault === undefined
        ? run.fail("missingFileOrMaxRetry", {
            code: "INTEGRITY_CHECK_FAILED",
            message: "Some files did not arrive. Please resume the upload.",
            detail: missing.names.slice(0, 3).join(", "),
          })
        : run.fail("uploadFailed", fault);
    const again = run.model.status === "UPLOADING" ? "next" : await run.move("integrityCheckRetry");
    if (again !== "next") return again;
    list.queue.requeueMissing(missing);
  }
}

/** Objects to be sent again, and the reason where the drive has changed. */
interface ToSend {
  readonly missing: Unfinished;
  readonly fault?: UploadFault;
}

async function send(run: UploadRun, list: TaskList): Promise<StepResult> {
  const { model } = run;
  const settings = await run.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return run.fail("uploadFailed", faultOf(settings));
  model.startMeter();
  const outcome = await new SendObjects(run, list, settings.value).run(run.signal);
  model.stopMeter();
  if (outcome.kind === "sent") {
    await tellSpans(run);
    return "next";
  }
  if (outcome.kind === "aborted") return "ended";
  if (outcome.kind === "leaseLost") return run.adopt(outcome.refusal);
  list.queue.requeue("keep");
  return run.fail("uploadFailed", outcome.fault);
}

/** Tells a server that traces of the last posts: no heartbeat comes after them. */
async function tellSpans({ ports, job, signal, context }: UploadRun): Promise<void> {
  const spans = context.spans.take();
  if (spans.length > 0) await beatOnce(ports, job, { spans, signal });
}

/** What the server misses, as it says. */
export async function readMissing(run: UploadRun): Promise<FinalResult<Unfinished>> {
  const progress = await run.request(endpoints.readProgress, {
    service: uploadService(run.job.uploadType),
    params: run.params,
    query: { isUpdate: `${run.job.isUpdate}` },
  });
  return progress.kind === "answered"
    ? { kind: "answered", value: unfinishedOf(progress.value) }
    : progress;
}

/** Completes the upload where nothing is missing or changed; else returns the objects to be sent. */
async function complete(run: UploadRun, list: TaskList): Promise<ToSend | StepResult> {
  if (list.objects.length >= SHOWN_CHECK_OBJECTS) {
    const checking = await run.move("allTasksSucceeded");
    if (checking !== "next") return checking;
  }
  let check: SourceCheck = { kind: "same" };
  const mayAsk = async (): Promise<boolean> => {
    check = await checkSources(run, list);
    return check.kind === "same" && !run.signal.aborted;
  };
  const completed = (await mayAsk()) ? await askToComplete(run, { mayRepeat: mayAsk }) : "ended";
  const found = check as SourceCheck;
  if (found.kind === "failed") return run.fail("uploadFailed", found.fault);
  if (found.kind === "sendAgain") return found;
  if (typeof completed === "string") return completed;
  if (completed.code !== "UPLOAD_INCOMPLETE") return run.adopt(completed);
  return listMissing(run);
}

/** run/I6 Completes in one call, unless the status shows the check already. */
const askToComplete = (run: UploadRun, options: MoveOptions): Promise<StepResult | Refusal> =>
  run.model.status === "UPLOADING"
    ? run.tryMoves(["allTasksSucceeded", "integrityCheckSucceeded"], options)
    : run.tryMove("integrityCheckSucceeded", options);

/** run/I2 and I4 The server's list of missing objects; where it refuses, the upload stalls. */
async function listMissing(run: UploadRun): Promise<ToSend | StepResult> {
  const missing = await readMissing(run);
  if (missing.kind === "aborted") return "ended";
  if (missing.kind === "answered") return { missing: missing.value };
  run.model.set({ hasFiles: false });
  return run.fail("integrityCheckFailed", faultOf(missing));
}
