import { UPLOAD_STATUS } from "@swath/contract/uploads";
import { backOff } from "../send/back-off.ts";
import { awaitValidation } from "./await-validation.ts";
import { BY_A_PERSON } from "./status-moves.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { readMissing, sendAndVerify } from "./send-and-verify.ts";
import { type StepResult, UploadRun } from "./upload-run.ts";
import { type Planned, waitForSlot } from "./wait-for-slot.ts";

/** Leads to what is to be sent, or to how the run ended. */
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

/** Resumes once what the server misses is read anew: it may have found something damaged. */
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
