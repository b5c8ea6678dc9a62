import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import { UPLOAD_STATES, UPLOAD_STATUS, type UploadState } from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

interface Place {
  readonly api: ApiCalls;
  readonly params: { readonly flightId: string; readonly uploadId: string };
  readonly terminal: Pick<Terminal, "say">;
  /** Whether the command updates data that is ready. */
  readonly updates: boolean;
  /** Takes over an upload that another page sends; undefined to wait for its end. */
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

/** Waits until the upload may be sent; throws a CommandProblem where it never may. */
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
        "Another program or browser of yours is sending it; --take-over resumes it here.",
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

export type FirstStep =
  | { readonly kind: "start" | "resume" | "awaitLease" | "awaitValidation" }
  /** Nothing may be sent. */
  | { readonly kind: "notSent"; readonly reason: string };

type Facts = Pick<UploadState, "status" | "isOwn" | "user" | "reason" | "ready">;

const notSent = (reason: string): FirstStep => ({ kind: "notSent", reason });

const NOT_UPDATED =
  "The flight has this data already. --update adds to it or replaces files of it.";

/**
 * What a command may do with an upload as it finds it.
 *
 * cli/U1 data that is ready is not touched by an upload, nor an update of it gone on with, unless the command
 *    says that it updates;
 * cli/U2 what the server validates is waited for, also where another person sent it;
 * cli/U3 an upload that someone else has begun is theirs;
 * cli/U4 one's own that is being sent is waited for until its lease ends: the run before was killed;
 * cli/U5 one's own that was interrupted is resumed, with the same folder;
 * cli/U6 else it is started where its status allows;
 * cli/U7 an update begins on one's own data that is ready: another's takes a reason, at the portal.
 */
export function firstStep(upload: Facts, updates: boolean): FirstStep {
  const { status, isOwn, user, reason } = upload;
  const refused = refusal(upload, updates);
  if (refused !== undefined) return notSent(refused);
  if (status === "UPLOAD_COMPLETE" || status === "VALIDATING_UPLOAD")
    return { kind: "awaitValidation" };
  const resumable = UPLOAD_STATES.nextStatus(status, "filesSelected") !== undefined;
  const { active, label } = UPLOAD_STATUS[status];
  if ((active || resumable || status === "UPLOAD_FAILED") && !isOwn)
    return notSent(`The upload is ${user ?? "another person"}'s (${label}).`);
  if (active) return { kind: "awaitLease" };
  if (resumable) return { kind: "resume" };
  if (UPLOAD_STATES.nextStatus(status, "folderSelected") !== undefined) return { kind: "start" };
  return notSent(reason === null ? `The upload is ${label}.` : `The upload is ${label}: ${reason}`);
}

function refusal({ status, isOwn, user, ready }: Facts, updates: boolean): string | undefined {
  const hasData = ready !== null || status === "DATA_READY";
  if (!updates) return hasData ? NOT_UPDATED : undefined;
  if (!hasData) return "There is no data yet that could be updated: leave --update out.";
  return isOwn ? undefined : `The data is ${user ?? "another person"}'s. Update it in the portal.`;
}
