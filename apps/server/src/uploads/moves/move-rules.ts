import type { Endpoint } from "@swath/contract/endpoint";
import { AppError } from "@swath/contract/errors";
import { may } from "@swath/contract/identity";
import {
  isAnothers,
  isReplaceable,
  UPLOAD_STATES,
  UPLOAD_STATUS,
  type UploadActor,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { CallOrigin } from "../../platform/audit/record-event.ts";
import type { Call } from "../../platform/http/serve.ts";

/** As whom a caller changes uploads. */
export const moverOf = ({ identity, from }: Pick<Call<Endpoint>, "identity" | "from">): Mover => ({
  subject: identity.subject,
  name: identity.name,
  mayReset: may(identity.roles, "resetUpload"),
  from,
});

export interface Mover {
  readonly subject: string;
  readonly name: string;
  /** Team leader or administrator. */
  readonly mayReset: boolean;
  readonly from: CallOrigin;
}

export interface MoveRequest {
  readonly status: UploadStatus;
  readonly isUpdate: boolean;
  readonly fingerprint: string | undefined;
  readonly holder: string | undefined;
  /** A person said that this page is to send from now on. */
  readonly takeOver: boolean;
  /** Why a leader does it to another's upload. */
  readonly reason: string | undefined;
  /** How the sender failed, in its own words, for the upload's own people. */
  readonly failure: string | undefined;
}

/** What a move that is allowed makes of the upload. */
export interface Move {
  readonly from: UploadStatus;
  readonly to: UploadStatus;
  /** As whom the mover moves it. */
  readonly actors: ReadonlySet<UploadActor>;
  /** It is there already: a call that was repeated. */
  readonly repeated: boolean;
  readonly isUpdate: boolean;
  readonly fingerprint: string | null;
  readonly holder: string | null;
  readonly takenOver: boolean;
  /** A leader does it to another's upload. */
  readonly ofAnother: boolean;
}

const UNHELD = { fingerprint: null, holder: null, takenOver: false } as const;
const CANCELLED: ReadonlySet<UploadStatus> = new Set(["UPLOAD_CANCELLED", "UPDATE_CANCELLED"]);
const CLIENT: ReadonlySet<UploadActor> = new Set(["client"]);
const LEADER: ReadonlySet<UploadActor> = new Set(["leader"]);

const clientReaches = (status: UploadStatus): boolean =>
  UPLOAD_STATES.transitions.some((row) => row.to === status && row.actor === "client");

export function invalidTransition(
  from: UploadStatus,
  to: UploadStatus,
  message = `an upload does not go from ${from} to ${to}`,
  facts: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError("INVALID_TRANSITION", message, { from, to, ...facts });
}

export function notActive(upload: Pick<Upload, "status">, message: string): AppError {
  return new AppError("UPLOAD_NOT_ACTIVE", message, { status: upload.status });
}

const belongsToAnother = (
  { status, subject, is_update: isUpdate }: Pick<Upload, "status" | "subject" | "is_update">,
  mover: string,
): boolean => isAnothers({ status, subject, isUpdate }, mover);

/** Throws NOT_UPLOAD_OWNER where the upload is someone else's. */
export function checkOwner(
  upload: Pick<Upload, "status" | "subject" | "is_update" | "user_name">,
  subject: string,
): void {
  if (!belongsToAnother(upload, subject)) return;
  throw new AppError("NOT_UPLOAD_OWNER", "this upload is another user's", {
    user: upload.user_name,
  });
}

/** Throws UPLOAD_NOT_ACTIVE where another browser holds the live lease. */
export function checkLease(
  upload: Pick<Upload, "status" | "fingerprint">,
  fingerprint: string | undefined,
): void {
  if (!UPLOAD_STATUS[upload.status].active || fingerprint === undefined) return;
  if (upload.fingerprint === fingerprint) return;
  throw notActive(upload, "this upload is active in another browser");
}

/** A page that lost it keeps its files, and would go on by itself. */
const isHeld = (status: UploadStatus): boolean =>
  UPLOAD_STATUS[status].active || status === "UPLOAD_STALLED";

/**
 * Throws UPLOAD_HELD_ELSEWHERE where another page holds the upload. A program that does not say which
 * it is may resume what is stalled.
 */
export function checkLeaseOwner(
  { status, holder: current, user_name }: Pick<Upload, "status" | "holder" | "user_name">,
  holder: string | undefined,
): void {
  if (current === null || current === holder || !isHeld(status)) return;
  if (holder === undefined && !UPLOAD_STATUS[status].active) return;
  throw new AppError("UPLOAD_HELD_ELSEWHERE", "this upload is held by another page", {
    status,
    user: user_name,
  });
}

/** uploads/M9 */
function checkReason({ reason }: MoveRequest, ofAnother: boolean): void {
  if (!ofAnother || reason !== undefined) return;
  throw new AppError("INVALID_REQUEST", "reason: says why another's upload is changed", {
    field: "reason",
  });
}

function decideReset(upload: Upload, request: MoveRequest, mover: Mover): Move {
  const { status: from } = upload;
  const to = "READY_FOR_UPLOAD";
  if (!mover.mayReset) {
    checkOwner(upload, mover.subject);
    throw new AppError("INSUFFICIENT_PRIVILEGES", "a team leader or administrator resets uploads");
  }
  if (!UPLOAD_STATES.canMove(from, to, LEADER)) throw invalidTransition(from, to);
  const ofAnother = belongsToAnother(upload, mover.subject);
  checkReason(request, ofAnother);
  return { from, to, actors: LEADER, repeated: false, isUpdate: false, ofAnother, ...UNHELD };
}

/** uploads/M7 and uploads/M9: what a leader may do to another's upload beside a reset. */
function isLeaders({ status: from }: Upload, { status: to }: MoveRequest, mover: Mover): boolean {
  const isReplacement = isReplaceable(from) && to === "VALIDATING_SOURCE";
  return mover.mayReset && (isReplacement || CANCELLED.has(to));
}

/** An update begins where data is ready; what began as an update stays one until it ends. */
function asUpdate(upload: Upload, request: MoveRequest): boolean {
  if (request.status !== "VALIDATING_SOURCE") return upload.is_update;
  const ready = upload.status === "DATA_READY";
  if (ready === request.isUpdate || (upload.is_update && !ready)) return ready || upload.is_update;
  throw invalidTransition(
    upload.status,
    request.status,
    ready ? "data that is ready is only updated" : "only data that is ready is updated",
  );
}

/** uploads/M8 */
function isTakeOver(upload: Upload, { status, takeOver, holder }: MoveRequest): boolean {
  return takeOver && status === "UPLOAD_STALLED" && upload.holder !== holder;
}

/** The page that begins to send holds the upload, and the one that takes it over. */
function leaseOwnerAfter(upload: Upload, request: MoveRequest): string | null {
  const begins = UPLOAD_STATUS[request.status].active && !UPLOAD_STATUS[upload.status].active;
  return begins || isTakeOver(upload, request) ? (request.holder ?? null) : upload.holder;
}

function leaseOwnerOf(upload: Upload, request: MoveRequest): string | null {
  const begins = UPLOAD_STATUS[request.status].active && !UPLOAD_STATUS[upload.status].active;
  const fingerprint = request.fingerprint ?? upload.fingerprint;
  if (begins && (fingerprint === null || request.status === "VALIDATING_SOURCE"))
    if (request.fingerprint === undefined)
      throw new AppError("INVALID_REQUEST", "fingerprint: says which browser sends", {
        field: "fingerprint",
      });
  return fingerprint;
}

/**
 * Decides on a move by ownership, lease and the table of transitions, in this order:
 * uploads/M1 only a leader resets;
 * uploads/M2 another's upload is not moved (403);
 * uploads/M3 nor one that another browser, or another page, of the same user holds (409), unless a person
 *    said so;
 * uploads/M4 a repeated call changes nothing;
 * uploads/M5 the rest is in the table;
 * uploads/M6 an update is cancelled as an update;
 * uploads/M8 to take over an upload that is being sent stalls it, held by the page that takes it;
 * uploads/M7 a leader may begin an update of another's data (document 2, section 6), or replace another's
 *    failed upload, and owns it then;
 * uploads/M9 a leader may cancel another's upload, whoever holds it; each act on another's has a reason;
 * uploads/M10 what a sender reports of its failure is kept as text, until the next move.
 */
export function decideMove(upload: Upload, request: MoveRequest, mover: Mover): Move {
  const { status: from } = upload;
  const { status: to } = request;
  const isReset = to === "READY_FOR_UPLOAD" && from !== "UPLOAD_INIT";
  if (isReset && from !== to) return decideReset(upload, request, mover);
  const ofAnother = belongsToAnother(upload, mover.subject) && isLeaders(upload, request, mover);
  if (!ofAnother) checkOwner(upload, mover.subject);
  const takenOver = isTakeOver(upload, request);
  if (!takenOver && !ofAnother) checkLease(upload, request.fingerprint);
  if (!takenOver && !ofAnother && !(request.takeOver && !UPLOAD_STATUS[from].active))
    checkLeaseOwner(upload, request.holder);
  const move = { from, to, actors: CLIENT, takenOver, ofAnother };
  if (from === to && clientReaches(to))
    return {
      ...move,
      repeated: true,
      isUpdate: upload.is_update,
      fingerprint: upload.fingerprint,
      holder: leaseOwnerAfter(upload, request),
    };
  if (!UPLOAD_STATES.canMove(from, to, CLIENT)) throw invalidTransition(from, to);
  if (to === "UPDATE_CANCELLED" ? !upload.is_update : to === "UPLOAD_CANCELLED" && upload.is_update)
    throw invalidTransition(from, to, "an update is cancelled as an update, and nothing else is");
  checkReason(request, ofAnother);
  const isUpdate = asUpdate(upload, request);
  const holder = leaseOwnerAfter(upload, request);
  return { ...move, repeated: false, isUpdate, fingerprint: leaseOwnerOf(upload, request), holder };
}
