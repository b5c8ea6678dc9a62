import { endpoints } from "@swath/contract/endpoints";
import {
  type QueuePlace,
  UPLOAD_STATUS,
  type UploadEvent,
  type UploadState,
} from "@swath/contract/uploads";
import { backOff, type FinalResult, type Refusal } from "../send/request.ts";
import { startHeartbeat } from "./liveness.ts";
import { readMissing, sendAndVerify } from "./send-and-verify.ts";
import { BY_A_PERSON, type MoveOptions } from "./status-moves.ts";
import { faultOf, type StepResult, UploadRun } from "./upload-run.ts";

/** The list of missing objects is complete: this event leads to the check for a slot. */
export interface Planned {
  readonly event: UploadEvent;
  readonly options?: MoveOptions;
}

/** Leads to a list of objects to be sent, or to the end of the run. */
export type Step = (run: UploadRun) => Promise<StepResult | Planned>;

/** Runs the steps of an upload, from the given first one to the server's validation. */
export async function runSteps(run: UploadRun, first: Step): Promise<void> {
  let result = await runLeasedSteps(run, first);
  for (let attempt = 1; ; attempt++) {
    if (result === "validating") result = await awaitValidation(run);
    if (result !== "reacquire") return;
    await run.wait(backOff(attempt, run.ports.clock.random()));
    if (run.signal.aborted) return;
    result = await runLeasedSteps(run, resumeAsServerKnows);
  }
}

/** The first step of a resumption, which a person requested, with the files at hand. */
export const resume: Step = async (run) => {
  run.model.set({ error: undefined });
  return { event: "resume", options: BY_A_PERSON };
};

/** Resumes after reading again which objects the server misses: it may have found damage. */
const resumeAsServerKnows: Step = async (run) => {
  const missing = await readMissing(run);
  if (missing.kind === "refused") return run.adopt(missing);
  if (missing.kind === "aborted") return "ended";
  run.model.list?.queue.requeueMissing(missing.value);
  run.model.set({ error: undefined });
  return { event: "resume" };
};

/** The steps that need the lease; the heartbeat lasts as long as they do. */
async function runLeasedSteps(run: UploadRun, first: Step): Promise<StepResult> {
  const leased = new AbortController();
  const { model, moves } = run.context;
  let lost: Promise<StepResult> | undefined;
  const stopHeartbeat = startHeartbeat(run.ports, run.job, {
    spans: () => run.context.spans.take(),
    isDue: () => UPLOAD_STATUS[model.status].active && !moves.isBusy,
    onLost: (refusal) => {
      leased.abort();
      lost ??= run.adopt(refusal);
    },
  });
  try {
    const signal = AbortSignal.any([run.signal, leased.signal]);
    const result = await untilSent(new UploadRun(run.context, signal, run.hold), first);
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the heartbeat meanwhile
    if (lost !== undefined) return await lost;
    return result;
  } finally {
    stopHeartbeat();
  }
}

async function untilSent(run: UploadRun, first: Step): Promise<StepResult> {
  const planned = await first(run);
  if (typeof planned === "string") return planned;
  let result = await waitForSlot(run, planned);
  const { list } = run.model;
  if (result === "next" && list !== undefined) result = await sendAndVerify(run, list);
  return result === "next" ? "validating" : result;
}

const QUEUE_POLL_MS = 10_000;

/**
 * Waits until this upload may send.
 *
 * run/W1 the slot is asked for at once, in the call that leads to the check; refused, the position in the
 *    queue is requested, and again every 10 s while the upload waits in it;
 * run/W2 at the head, the server is asked to grant the slot; refused, the upload waits on in its
 *    position;
 * run/W3 a position that decides nothing pauses the upload, a refused request fails it.
 */
async function waitForSlot(run: UploadRun, { event, options }: Planned): Promise<StepResult> {
  const granted = await run.tryMoves([event, "concurrentUploadNotDetected"], options);
  if (typeof granted === "string") return granted;
  if (run.model.status !== "CHECKING_CONCURRENT_UPLOAD") return run.adopt(granted);
  for (;;) {
    const place = await askPlace(run);
    if (place.kind === "aborted") return "ended";
    if (place.kind === "refused") return run.fail("concurrencyCheckFailed", faultOf(place));
    const result = await tryPlace(run, place.value);
    if (result !== "wait") return result;
    await run.wait(QUEUE_POLL_MS);
    if (run.signal.aborted) return "ended";
  }
}

const askPlace = (run: UploadRun): Promise<FinalResult<QueuePlace>> =>
  run.request(endpoints.queuePlace, {
    params: { uploadId: run.job.uploadId, fingerprint: run.ports.fingerprint },
  });

/**
 * What a place in the queue means (document 2, section 4): depth 0 or index 0 may send, both above
 * 0 must wait, anything else decides nothing.
 */
export function decidePlace({
  concurrentQueueDepth,
  queueIndex,
}: QueuePlace): "send" | "wait" | "undecided" {
  if (concurrentQueueDepth === 0 || queueIndex === 0) return "send";
  return concurrentQueueDepth > 0 && queueIndex > 0 ? "wait" : "undecided";
}

async function tryPlace(run: UploadRun, place: QueuePlace): Promise<StepResult | "wait"> {
  const decision = decidePlace(place);
  if (decision === "undecided") {
    const result = await run.move("concurrencyCheckUndecided");
    return result === "next" ? "ended" : result;
  }
  if (decision === "wait") return enqueue(run, place);
  const granted = await run.tryMove("concurrentUploadNotDetected");
  if (typeof granted === "string") return granted;
  const ahead = uploadsAhead(granted);
  if (ahead === undefined) return run.adopt(granted);
  const depth = Math.max(place.concurrentQueueDepth, ahead);
  return enqueue(run, { queueIndex: ahead, concurrentQueueDepth: depth });
}

/** How many are ahead according to a refused grant; undefined where it was refused otherwise. */
function uploadsAhead({ code, details }: Refusal): number | undefined {
  const index = details["queueIndex"];
  if (code !== "INVALID_TRANSITION" || typeof index !== "number") return undefined;
  return Math.max(1, index);
}

async function enqueue(run: UploadRun, place: QueuePlace): Promise<StepResult | "wait"> {
  if (run.model.status === "CHECKING_CONCURRENT_UPLOAD") {
    const result = await run.move("concurrentUploadDetected");
    if (result !== "next") return result;
  }
  run.model.set({ queue: { index: place.queueIndex, depth: place.concurrentQueueDepth } });
  return "wait";
}

const FIRST_POLL_MS = 100;
const VALIDATION_POLL_MS = 5_000;
/** Each wait is a tenth of the time waited so far, so that polling delays no upload. */
const GROWTH = 1.1;

/**
 * Polls, ever slower up to every 5 s, until the server has rebuilt and validated the upload.
 *
 * run/B1 what the server found damaged it asks for again by stalling the upload: where this page holds
 *    the files, the upload is resumed without being asked.
 */
async function awaitValidation(run: UploadRun): Promise<StepResult> {
  for (let poll = 0; ; poll++) {
    await run.wait(Math.min(VALIDATION_POLL_MS, FIRST_POLL_MS * GROWTH ** poll));
    if (run.signal.aborted) return "ended";
    const state = await run.request(endpoints.readUpload, { params: run.params });
    if (state.kind === "aborted") return "ended";
    if (state.kind === "refused") {
      run.ports.log("Failed to get upload validation result. Please refresh the page.", {
        code: state.code,
      });
      continue;
    }
    if (!isOver(run, state.value)) continue;
    return mayResume(run, state.value) ? "reacquire" : "ended";
  }
}

/** run/B1 Whether this page may send again the pieces that the server found damaged. */
function mayResume({ model }: UploadRun, { status, isOwn }: UploadState): boolean {
  return isOwn && status === "UPLOAD_STALLED" && model.list !== undefined;
}

function isOver({ model }: UploadRun, { status, reason, rebuild }: UploadState): boolean {
  if (status !== model.status) model.setStatus(status);
  if (rebuild !== undefined) model.set({ rebuild });
  if (status === "VALIDATING_UPLOAD_FAILED")
    model.set({
      error: {
        code: status,
        message:
          reason ?? "The uploaded data failed its validation. Please contact the Administrator.",
      },
    });
  return status !== "UPLOAD_COMPLETE" && status !== "VALIDATING_UPLOAD";
}
