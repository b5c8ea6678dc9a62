import { AppError } from "@swath/contract/errors";
import {
  resetDiscards,
  UPLOAD_STATUS,
  type UploadStatus,
  type ViaStatus,
} from "@swath/contract/uploads";
import { moveUploadStatus } from "../../domain/uploads/move-upload-status.ts";
import { lockUpload, readUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { checkLanding } from "../landing/check-landing.ts";
import type { LandingDeps } from "../landing/landing-place.ts";
import {
  decideMove,
  invalidTransition,
  type Move,
  type MoveRequest,
  type Mover,
} from "./move-rules.ts";
import { currentPlan, dropPlan } from "../plan-store.ts";
import { type Office, officeFinder } from "../queue/offices.ts";
import { placeForGrant } from "../queue/queue.ts";
import { slotLimits } from "../queue/queue-line.ts";
import { checkUploadsQuota, type PersonQuotas } from "../queue/quotas.ts";
import { sendRebuild } from "../upload-queues.ts";

export interface MoveDeps extends LandingDeps {
  readonly db: Db;
  readonly queues: Queues;
  /** Most uploads that send at once, over all users. */
  readonly slots: number;
  readonly quotas: PersonQuotas;
  /** Offices with slots of their own; none by default. */
  readonly offices?: readonly Office[];
}

interface Step {
  readonly mover: Mover;
  readonly trx: Trx;
  readonly upload: Upload;
  readonly move: Move;
  readonly request: MoveRequest;
  readonly deps: MoveDeps;
}

async function takeSlot({ trx, upload, move, deps }: Step): Promise<void> {
  if (UPLOAD_STATUS[move.from].slot) return;
  const place = await placeForGrant(trx, upload.id, slotLimits(deps));
  if (place.queueIndex === 0) return;
  throw invalidTransition(move.from, move.to, "other uploads are ahead", { ...place });
}

async function discard({ trx, upload, deps }: Step): Promise<void> {
  await dropPlan(trx, deps.queues, upload);
}

async function reset(step: Step): Promise<void> {
  const { upload, move } = step;
  if (resetDiscards({ status: move.from, isUpdate: upload.is_update })) await discard(step);
}

/** What goes with entering a status, in the same transaction. */
const ENTRIES: Partial<Record<UploadStatus, (step: Step) => Promise<void>>> = {
  VALIDATING_SOURCE: ({ trx, upload, mover, deps }) =>
    checkUploadsQuota(trx, { subject: mover.subject, uploadId: upload.id }, deps.quotas.uploads),
  CHECKING_CONCURRENT_UPLOAD: async ({ trx, upload }) => void (await currentPlan(trx, upload)),
  UPLOADING: takeSlot,
  UPLOAD_COMPLETE: ({ trx, upload, deps }) => sendRebuild(deps.queues, upload.id, trx),
  UPLOAD_CANCELLED: discard,
  UPDATE_CANCELLED: discard,
  READY_FOR_UPLOAD: reset,
};

/** What the upload's own people read of it. */
function reasonOf({ move, mover: { name }, request }: Step): string | undefined {
  const { reason, failure } = request;
  if (move.takenOver) return `${name} took it over on another page`;
  if (move.ofAnother) return reason === undefined ? undefined : `${name}: ${reason}`;
  return failure;
}

/** A cancelled update leaves its data to whom it belonged. */
const keepsOwner = ({ ofAnother, to }: Move): boolean => ofAnother && to === "UPDATE_CANCELLED";

async function writeMove(step: Step): Promise<Upload> {
  const { trx, upload, move, mover } = step;
  const said = move.ofAnother ? step.request.reason : undefined;
  const reason = reasonOf(step);
  const cause = { to: move.to, actors: move.actors };
  const written = await moveUploadStatus(trx, upload, cause, {
    actor: mover,
    from: mover.from,
    ...(reason === undefined ? {} : { reason }),
    ...(said === undefined ? {} : { said }),
    takenOver: move.takenOver,
    columns: {
      is_update: move.isUpdate,
      fingerprint: move.fingerprint,
      holder: move.holder,
      office: officeFinder(step.deps.offices ?? [])(mover.from.address),
      ...(keepsOwner(move)
        ? { subject: upload.subject, user_name: upload.user_name }
        : { subject: mover.subject, user_name: mover.name }),
    },
  });
  if (!written.ok) throw invalidTransition(move.from, move.to);
  return written.row;
}

/** The store itself says whether everything is there; the browser's word is not enough. */
async function checkComplete(deps: MoveDeps, upload: Upload): Promise<void> {
  const missing = await checkLanding(deps, upload, await currentPlan(deps.db, upload));
  if (missing.names.length === 0) return;
  throw new AppError("UPLOAD_INCOMPLETE", "the store does not hold every object", {
    remaining: missing.names.length,
  });
}

/**
 * Moves an upload for a user; throws UPLOAD_NOT_FOUND, NOT_UPLOAD_OWNER, INSUFFICIENT_PRIVILEGES,
 * INVALID_TRANSITION, UPLOAD_NOT_ACTIVE, UPLOAD_HELD_ELSEWHERE, MANIFEST_MISSING, UPLOAD_INCOMPLETE,
 * QUOTA_EXCEEDED, INVALID_REQUEST.
 */
async function moveUpload(
  deps: MoveDeps,
  where: { flightId: string; uploadId: string },
  request: MoveRequest,
  mover: Mover,
): Promise<Upload> {
  // Objects change only while UPLOADING, so that what is checked here still holds below.
  if (request.status === "UPLOAD_COMPLETE") {
    const upload = await readUpload(deps.db, where);
    const { repeated } = decideMove(upload, request, mover);
    if (!repeated) await checkComplete(deps, upload);
  }
  return deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, where);
    const move = decideMove(upload, request, mover);
    if (move.repeated) return upload;
    const step = { trx, upload, move, mover, deps, request };
    await ENTRIES[move.to]?.(step);
    return writeMove(step);
  });
}

/**
 * Moves an upload through a status on the way, if one is named, as two calls would; throws as
 * {@link moveUpload} does. What is refused after the first move says so in `reached` of its details.
 */
export async function moveUploadVia(
  deps: MoveDeps,
  where: { flightId: string; uploadId: string },
  { via, ...request }: MoveRequest & { readonly via: ViaStatus | undefined },
  mover: Mover,
): Promise<Upload> {
  if (via === undefined) return moveUpload(deps, where, request, mover);
  const { status } = await readUpload(deps.db, where);
  // A call that was repeated, whose answer was lost.
  if (status !== request.status) await moveUpload(deps, where, { ...request, status: via }, mover);
  try {
    return await moveUpload(deps, where, request, mover);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, message, { ...details, reached: via }, { cause: error });
  }
}
