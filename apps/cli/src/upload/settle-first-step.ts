import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import type { UploadState } from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type FirstStep, firstStep } from "./first-step.ts";

interface Place {
  readonly api: ApiCalls;
  readonly params: { readonly flightId: string; readonly uploadId: string };
  readonly terminal: Pick<Terminal, "say">;
  /** Whether the command updates data that is ready. */
  readonly updates: boolean;
  /** Takes over what is being sent elsewhere; undefined to wait for its end. */
  readonly takeOver: (() => Promise<UploadState>) | undefined;
}

const POLL_MS = 2_000;
/** The server ends a lease that was unheard of for 60 s, and looks every few seconds. */
const LEASE_POLLS = 45;

const WAITING = {
  awaitLease: "The run before still holds the upload; the server ends that within a minute.",
  awaitValidation: "The server validates what was sent.",
} as const;

/** Once the upload may be sent: how, and from which status; `"ready"` where it needs no sending any more. */
export type Settled = "ready" | { readonly kind: "start" | "resume"; readonly state: UploadState };

/** Waits for whatever stands in the way of sending; throws a CommandProblem where that does not pass. */
export async function settleFirstStep(place: Place): Promise<Settled> {
  let state = await place.api.call(endpoints.readUpload, { params: place.params });
  let waitingFor: FirstStep["kind"] | undefined;
  for (let polls = 0; ; polls++) {
    if (waitingFor === "awaitValidation" && state.status === "DATA_READY") return "ready";
    const step = firstStep(state, place.updates);
    if (step.kind === "notSent") throw new CommandProblem(EXIT.notSent, step.reason);
    if (step.kind === "start" || step.kind === "resume") return { kind: step.kind, state };
    if (step.kind === "awaitLease" && polls >= LEASE_POLLS)
      throw new CommandProblem(
        EXIT.notSent,
        "Another program or browser of yours is sending it; --take-over goes on here.",
      );
    if (step.kind === "awaitLease" && place.takeOver !== undefined) {
      state = await place.takeOver();
      continue;
    }
    if (step.kind !== waitingFor) place.terminal.say(WAITING[step.kind]);
    waitingFor = step.kind;
    await sleep(POLL_MS);
    state = (await readAgain(place)) ?? state;
  }
}

/** Undefined where the server does not answer now. */
async function readAgain({ api, params }: Place): Promise<UploadState | undefined> {
  try {
    return await api.call(endpoints.readUpload, { params });
  } catch (error) {
    if (error instanceof AppError || error instanceof CommandProblem) throw error;
    return undefined;
  }
}
