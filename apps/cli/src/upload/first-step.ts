import { UPLOAD_STATES, UPLOAD_STATUS, type UploadState } from "@swath/contract/uploads";

export type FirstStep =
  | { readonly kind: "start" | "resume" | "awaitLease" | "awaitValidation" }
  /** Nothing may be sent. */
  | { readonly kind: "notSent"; readonly reason: string };

type Facts = Pick<UploadState, "status" | "isOwn" | "user" | "reason" | "ready">;

const notSent = (reason: string): FirstStep => ({ kind: "notSent", reason });

/**
 * What a command may do with an upload as it finds it.
 *
 * cli/U1 data that is ready is never replaced: that takes the decision of a person at the portal;
 * cli/U2 what the server validates is waited for, also where another person sent it;
 * cli/U3 an upload that someone else has begun is theirs;
 * cli/U4 one's own that is being sent is waited for until its lease ends: the run before was killed;
 * cli/U5 one's own that was interrupted is resumed, with the same folder;
 * cli/U6 else it is started where its status allows.
 */
export function firstStep({ status, isOwn, user, reason, ready }: Facts): FirstStep {
  if (ready !== null || status === "DATA_READY")
    return notSent("The flight has this data already. Update it in the portal.");
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
