import { UPLOAD_STATES, UPLOAD_STATUS, type UploadState } from "@swath/contract/uploads";

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
