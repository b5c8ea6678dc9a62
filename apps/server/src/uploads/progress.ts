import { AppError } from "@swath/contract/errors";
import {
  type CheckedProgress,
  destinationPrefix,
  type ManifestObject,
  type UploadProgress,
  type UploadStatus,
} from "@swath/contract/uploads";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import type { StreamedBody } from "../platform/http/streamed-body.ts";
import { manifestForm, type Sending } from "./authorise.ts";
import { checkLanding, type Missing } from "./landing/check-landing.ts";
import { type LandingDeps, landingOf, newLanding } from "./landing/landing-place.ts";
import { findChanges, keepChanges } from "./manifest/changed-sources.ts";
import { manifestDifferences } from "./manifest/manifest-differences.ts";
import type { ManifestSemaphore } from "./manifest/manifest-semaphore.ts";
import { readFiles } from "./manifest/file-rows.ts";
import { type Expected, readManifest, type ReadManifest } from "./manifest/read-manifest.ts";
import { checkBytesQuota, type PersonQuotas } from "./queue/quotas.ts";
import { checkLeaseOwner, checkOwner, notActive, type Mover } from "./moves/move-rules.ts";
import { isCurrent, manifestMissing, readPlan, writePlan } from "./plan-store.ts";
import type { PlanFacts } from "./plan-record.ts";
import { lockUpload, readUpload, type Upload } from "../domain/uploads/upload-record.ts";

/** All is there by the store's own listing; the rebuild uses it up from here on. */
const ALL_LANDED: ReadonlySet<UploadStatus> = new Set([
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "VALIDATING_UPLOAD_FAILED",
  "DATA_READY",
  "ARCHIVED",
]);

interface Sender extends Pick<Mover, "subject" | "name" | "from"> {
  /** The page that sends. */
  readonly holder: string | undefined;
}

const NOTHING: UploadProgress = {
  remaining_task_key_list: [],
  landed_pieces: {},
  completed_file_size: 0,
  total_file_size: 0,
  total_file_count: 0,
  completed_file_count: 0,
  base_folder: "",
};

const NONE_MISSING: Missing = { names: [], landedPieces: {}, bytes: 0, files: new Set() };

function withReason(upload: Upload, progress: UploadProgress): UploadProgress {
  return upload.reason === null ? progress : { ...progress, reason: upload.reason };
}

async function progressOf(
  deps: LandingDeps,
  upload: Upload,
  plan: PlanFacts,
): Promise<UploadProgress> {
  const settled = plan.settled || ALL_LANDED.has(upload.status);
  const missing = settled ? NONE_MISSING : await checkLanding(deps, upload, plan);
  return {
    remaining_task_key_list: missing.names,
    landed_pieces: missing.landedPieces,
    completed_file_size: plan.total_bytes - missing.bytes,
    total_file_size: plan.total_bytes,
    total_file_count: plan.total_files,
    completed_file_count: plan.total_files - missing.files.size,
    base_folder: plan.base_folder,
  };
}

/** What the store holds of an upload; nothing of nothing before there is a manifest. */
export async function readProgress(
  deps: LandingDeps,
  where: { flightId: string; uploadId: string },
): Promise<UploadProgress> {
  const upload = await readUpload(deps.db, where);
  const plan = await readPlan(deps.db, upload.id);
  const current = plan !== undefined && (isCurrent(plan, upload) || ALL_LANDED.has(upload.status));
  return withReason(upload, current ? await progressOf(deps, upload, plan) : NOTHING);
}

function checkSender(upload: Upload, { subject, holder }: Sender): void {
  checkOwner(upload, subject);
  checkLeaseOwner(upload, holder);
  const { status } = upload;
  if (status === "GENERATING_METADATA_N_UPLOAD_TASK") return;
  if (status === "GENERATING_METADATA_N_CHECK_PROGRESS") return;
  throw notActive(upload, "a manifest is taken only while the upload prepares");
}

/**
 * The plan to go on with, where the manifest is the one that is kept. One of an earlier release that
 * differs in the spelling of its paths alone is planned anew: its objects have other names.
 */
async function storedPlan(
  db: Db,
  upload: Upload,
  manifest: ReadManifest,
): Promise<PlanFacts | undefined> {
  const plan = await readPlan(db, upload.id);
  const current = plan !== undefined && isCurrent(plan, upload) ? plan : undefined;
  if (current?.digest === manifest.digest) return current;
  if (upload.status === "GENERATING_METADATA_N_UPLOAD_TASK") return undefined;
  if (current === undefined) throw manifestMissing();
  const original = { baseFolder: current.base_folder, files: readFiles(db, upload.id) };
  const differences = await manifestDifferences(original, manifest);
  if (differences.length === 0) return undefined;
  throw new AppError("MANIFEST_MISMATCH", "the folder is not the one this upload began with", {
    differences,
  });
}

/** Keeps a manifest for the sender, with a landing place where nothing has ever landed. */
async function keepNew(
  { db, queues, quotas }: ManifestDeps,
  upload: Upload,
  manifest: ReadManifest,
  sender: Sender,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const locked = await lockUpload(trx, { uploadId: upload.id });
    checkSender(locked, sender);
    const { subject } = sender;
    const wanted = { subject, uploadId: upload.id, bytes: manifest.bytes };
    await checkBytesQuota(trx, wanted, quotas.bytes);
    await writePlan(trx, queues, locked, manifest);
    await recordPlan(trx, manifest, sender);
  });
}

/**
 * A file that was changed since it was planned is sent anew, whatever landed of it. Answers the files
 * of which the status alone was changed.
 */
async function takeChanges(
  db: Db,
  { id }: Upload,
  { pages }: ReadManifest,
  sender: Sender,
): Promise<readonly number[]> {
  const changes = await findChanges(db, id, pages);
  if (changes.pages.size > 0)
    await db.transaction().execute(async (trx) => {
      checkSender(await lockUpload(trx, { uploadId: id }), sender);
      await keepChanges(trx, id, changes);
    });
  return changes.touched;
}

async function recordPlan(
  trx: Trx,
  { head: { flightId, uploadId, isUpdate }, files, bytes }: ReadManifest,
  sender: Sender,
): Promise<void> {
  await recordEvent(trx, {
    action: "upload.planned",
    actor: sender,
    from: sender.from,
    flightId,
    uploadId,
    detail: { files, bytes, isUpdate },
  });
}

function expectedOf(upload: Upload): Expected {
  const facts = {
    flightId: upload.flight_id,
    uploadId: upload.id,
    uploadType: upload.type,
    sensorName: upload.sensor_name,
    isUpdate: upload.is_update,
  };
  const destination = destinationPrefix(facts);
  const landing = landingOf(upload, { landing: newLanding(), is_update: upload.is_update });
  const places = { flightId: upload.flight_id, landing, destination };
  return { upload: facts, places };
}

interface Planned {
  readonly plan: PlanFacts;
  readonly touched: readonly number[];
}

/** The plan to go on with. */
async function keepOrCompare(
  deps: ManifestDeps,
  upload: Upload,
  manifest: ReadManifest,
  sender: Sender,
): Promise<Planned> {
  const kept = await storedPlan(deps.db, upload, manifest);
  if (kept !== undefined)
    return { plan: kept, touched: await takeChanges(deps.db, upload, manifest, sender) };
  await keepNew(deps, upload, manifest, sender);
  const plan = await readPlan(deps.db, upload.id);
  if (plan === undefined) throw notActive(upload, "the upload was cancelled meanwhile");
  return { plan, touched: [] };
}

/** Without one where the store has no room: who asks again, for the form alone, is told so. */
async function formOfManifest(
  deps: LandingDeps,
  sending: Sending,
  { manifestBytes: size, manifestChecksum: checksum }: ManifestObject,
): Promise<Pick<CheckedProgress, "manifest_form">> {
  if (size === undefined || checksum === undefined) return {};
  try {
    return { manifest_form: await manifestForm(deps, sending, { size, checksum }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "STORE_FULL") return {};
    throw error;
  }
}

export interface ManifestDeps extends LandingDeps {
  readonly queues: Queues;
  readonly quotas: PersonQuotas;
  readonly turns: ManifestSemaphore;
}

/**
 * Keeps a manifest, or compares it with the one kept, and lists what is missing, with a form for the
 * manifest's own object where that is asked for; throws
 * UPLOAD_NOT_ACTIVE, NOT_UPLOAD_OWNER, UPLOAD_HELD_ELSEWHERE, INVALID_REQUEST, INVALID_PATH, MANIFEST_MISMATCH,
 * MANIFEST_MISSING, QUOTA_EXCEEDED, TOO_MANY_REQUESTS. Of a caller who may not send one, no byte is read.
 */
export async function checkProgress(
  deps: ManifestDeps,
  where: { flightId: string; uploadId: string },
  body: StreamedBody,
  sender: Sender,
  object: ManifestObject = {},
): Promise<CheckedProgress> {
  const upload = await readUpload(deps.db, where);
  checkSender(upload, sender);
  return deps.turns.accept(sender.subject, () =>
    body.received((read) =>
      deps.turns.take(sender.subject, async () => {
        const manifest = await readManifest(read(), expectedOf(upload));
        const { plan, touched } = await keepOrCompare(deps, upload, manifest, sender);
        const progress = withReason(upload, await progressOf(deps, upload, plan));
        const form = await formOfManifest(deps, { upload, plan }, object);
        return { ...progress, ...form, ...(touched.length > 0 && { touched_files: [...touched] }) };
      }),
    ),
  );
}
