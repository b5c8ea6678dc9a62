import { endpoints } from "@swath/contract/endpoints";
import { HEARTBEAT_MS, UPLOAD_STATUS, type UploadState } from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { backOff, isLeaseLost, type Refusal, request } from "../send/request.ts";
import type { UploadJob } from "../state/upload-job.ts";
import { readMissing, sendAndVerify } from "./send-and-verify.ts";
import { BY_A_PERSON } from "./status-moves.ts";
import { type StepResult, UploadRun } from "./upload-run.ts";
import { type Planned, waitForSlot } from "./wait-for-slot.ts";

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
  run.model.setFault(undefined);
  return { event: "resume", options: BY_A_PERSON };
};

/** Resumes after reading again which objects the server misses: it may have found damage. */
const resumeAsServerKnows: Step = async (run) => {
  const missing = await readMissing(run);
  if (missing.kind === "refused") return run.adopt(missing);
  if (missing.kind === "aborted") return "ended";
  run.model.list?.queue.requeueMissing(missing.value);
  run.model.setFault(undefined);
  return { event: "resume" };
};

/** The steps that need the lease; the heartbeat lasts as long as they do. */
async function runLeasedSteps(run: UploadRun, first: Step): Promise<StepResult> {
  const leased = new AbortController();
  const stop = (): void => leased.abort();
  run.signal.addEventListener("abort", stop, { once: true });
  const { model, moves } = run.context;
  let lost: Promise<StepResult> | undefined;
  const stopHeartbeat = startHeartbeat(run.ports, run.job, {
    isDue: () => UPLOAD_STATUS[model.status].active && !moves.isBusy,
    onLost: (refusal) => {
      leased.abort();
      lost ??= run.adopt(refusal);
    },
  });
  try {
    const result = await untilSent(new UploadRun(run.context, leased.signal, run.hold), first);
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the heartbeat meanwhile
    if (lost !== undefined) return await lost;
    return result;
  } finally {
    stopHeartbeat();
    run.signal.removeEventListener("abort", stop);
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
  if (rebuild !== undefined) model.setRebuild(rebuild);
  if (status === "VALIDATING_UPLOAD_FAILED")
    model.setFault({
      code: status,
      message:
        reason ?? "The uploaded data failed its validation. Please contact the Administrator.",
    });
  return status !== "UPLOAD_COMPLETE" && status !== "VALIDATING_UPLOAD";
}

interface HeartbeatOptions {
  /** Whether the upload is active and no change of its status is being sent. */
  readonly isDue: () => boolean;
  readonly onLost: (refusal: Refusal) => void;
}

/**
 * Keeps the lease of an active upload until it is stopped.
 *
 * run/H1 it beats every 10 s, answered or not, and at once where another page of this browser has taken an
 *    upload over;
 * run/H2 an answer of 403, 404 or 409 means that the lease is lost, unless a change of status was sent
 *    meanwhile: its own answer decides then;
 * run/H3 no response and every other answer are ignored.
 */
export function startHeartbeat(
  ports: UploaderPorts,
  { flightId, uploadId }: UploadJob,
  { isDue, onLost }: HeartbeatOptions,
): () => void {
  const stop = new AbortController();
  let cancel: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    if (!isDue()) return;
    const result = await request(ports.api, endpoints.heartbeat, {
      params: { flightId, uploadId },
      body: { browserFingerprint: ports.fingerprint, holder: ports.holder },
      signal: stop.signal,
    });
    if (result.kind === "refused" && isLeaseLost(result) && isDue()) onLost(result);
  };
  const schedule = (): void => {
    cancel = ports.clock.after(HEARTBEAT_MS, () => {
      schedule();
      void beat();
    });
  };
  schedule();
  const endListening = ports.page.onTold(() => void beat());
  return () => {
    endListening();
    stop.abort();
    cancel?.();
  };
}
