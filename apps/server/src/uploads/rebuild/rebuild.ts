import { AppError, type ErrorCode } from "@swath/contract/errors";
import { byPathKey, type FileEntry, type Manifest } from "@swath/contract/uploads";
import { sql } from "kysely";
import { moveUploadStatus } from "../../domain/uploads/move-upload-status.ts";
import { forgetFindings } from "../../domain/uploads/stored-readings.ts";
import { lockUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { addRoot, inSpan, isTraced } from "../../platform/tracing/tracing.ts";
import { abandonLanding, removeBelow } from "../landing/clean-landing.ts";
import { landingOf } from "../landing/landing-place.ts";
import { REBUILT, sealedAt } from "../replaced/sealed-data.ts";
import { readFiles } from "../manifest/file-rows.ts";
import { readObjects } from "../plan-store.ts";
import { dataKey } from "../replaced/replaced-place.ts";
import { BundleCache } from "./bundle-cache.ts";
import { publishContent } from "./publish-content.ts";
import type { RebuildContext, RebuildDeps } from "./rebuild-context.ts";
import { type DamagedPiece, DamageFound, RebuildFault } from "./rebuild-fault.ts";
import { RebuildProgress } from "./rebuild-progress.ts";
import { locationsOf, sealManifest } from "./seal-manifest.ts";
import {
  readFlightLog,
  validateRebuiltContents,
  validateRebuiltNames,
} from "./validate-rebuilt-folder.ts";
import { VerifiedVersions } from "./verified-versions.ts";
import { verifyContent } from "./verify-content.ts";

/** Why a rebuild stands still that is tried again by itself. */
const WAITS_FOR: Readonly<Partial<Record<ErrorCode, string>>> = {
  STORE_FULL: "The store is full. The rebuild continues when there is room again.",
  OBJECT_COLD:
    "A file that this update replaces is in cold storage. Restore the flight from cold storage: the rebuild continues once it is restored.",
  STORE_UNAVAILABLE: "The store does not answer. The rebuild continues when it does.",
};

/** Keeps for people why a rebuild that failed stands still, where that passes by itself. */
async function keepWaiting(db: Db, { id }: Upload, error: unknown): Promise<void> {
  const reason = error instanceof AppError ? WAITS_FOR[error.code] : undefined;
  if (reason === undefined) return;
  await db
    .updateTable("uploads")
    .set({ reason })
    .where("id", "=", id)
    .where("status", "=", "VALIDATING_UPLOAD")
    .execute();
}

/** Files that a reason names. */
const NAMED = 3;

/** What people read of damage: how much, and where. */
export function damageReason(damaged: readonly Pick<DamagedPiece, "path">[]): string {
  const paths = [...new Set(damaged.map(({ path }) => path))].toSorted();
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const pieces = damaged.length === 1 ? "1 piece" : `${damaged.length} pieces`;
  return (
    `${pieces} arrived damaged (${paths.slice(0, NAMED).join(", ")}${more}). ` +
    "What is damaged is sent again when the upload is resumed."
  );
}

/** Forgets what is damaged, so that its sender is asked for it again: the upload is stalled. */
async function requestResend(
  db: Db,
  { id }: Upload,
  damaged: readonly DamagedPiece[],
): Promise<void> {
  const reason = damageReason(damaged);
  await db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, { uploadId: id });
    const cause = { event: "damageFound" } as const;
    const moved = await moveUploadStatus(trx, upload, cause, { actor: "swath", reason });
    if (!moved.ok) return;
    const pieces = damaged.map(({ piece }) => piece);
    await sql`DELETE FROM upload_pieces c
      USING unnest(${pieces.map(({ ordinal }) => ordinal)}::int[],
        ${pieces.map(({ form }) => form)}::int[]) AS gone (ordinal, form)
      WHERE c.upload_id = ${id} AND c.ordinal = gone.ordinal AND c.form = gone.form`.execute(trx);
  });
}

const REASON_LENGTH = 4_000;

/** Moves a complete upload on to its validation; undefined where there is nothing to rebuild. */
async function begin(db: Db, uploadId: string): Promise<Upload | undefined> {
  return db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, { uploadId });
    if (upload.status === "VALIDATING_UPLOAD") return upload;
    const cause = { event: "waitForBackendValidation" } as const;
    const begun = await moveUploadStatus(trx, upload, cause, { actor: "swath" });
    return begun.ok ? begun.row : undefined;
  });
}

type OpenContext = RebuildContext & { readonly proven: boolean };

async function openContext(
  deps: RebuildDeps,
  upload: Upload,
  { signal, clock }: Task,
): Promise<OpenContext> {
  const plan = await deps.db
    .selectFrom("upload_plans")
    .select(["base_folder", "is_update", "proven", "verified", "landing"])
    .where("upload_id", "=", upload.id)
    .executeTakeFirst();
  if (plan === undefined) throw new RebuildFault("the server holds no manifest of this upload");
  const objects = await readObjects(deps.db, upload.id);
  const { id: uploadId } = upload;
  const { proven } = plan;
  return {
    deps,
    upload,
    signal,
    proven,
    verified: proven ? plan.verified : clock(),
    manifest: await asItStands(deps, upload, await manifestOf(deps.db, upload, plan)),
    objects,
    landing: landingOf(upload, plan),
    kept: new BundleCache(),
    versions: new VerifiedVersions(proven ? objects : []),
    progress: await RebuildProgress.begin({ ...deps, clock, uploadId, objects, proven }),
  };
}

/** The manifest as it is kept, which was validated when it came. */
async function manifestOf(
  db: Db,
  upload: Upload,
  plan: { base_folder: string; is_update: boolean },
): Promise<Manifest> {
  const files: FileEntry[] = [];
  for await (const page of readFiles(db, upload.id)) files.push(...page);
  return {
    flightId: upload.flight_id,
    uploadId: upload.id,
    uploadType: upload.type,
    sensorName: upload.sensor_name,
    isUpdate: plan.is_update,
    baseFolder: plan.base_folder,
    files,
  };
}

/**
 * The manifest with the paths of files that stand already spelled as they stand: what comes of them
 * takes their place, and none beside them.
 */
async function asItStands(
  deps: RebuildDeps,
  upload: Upload,
  manifest: Manifest,
): Promise<Manifest> {
  const sealed = await sealedAt(deps, upload, manifest.baseFolder);
  const standing = byPathKey(
    sealed.flatMap(({ manifest: { files } }) => files),
    ({ fullPath }) => fullPath,
  );
  const files = manifest.files.map((file): FileEntry => {
    const former = standing(file.fullPath);
    return former === undefined
      ? file
      : { ...file, fileName: former.fileName, fullPath: former.fullPath };
  });
  return { ...manifest, files };
}

type Outcome =
  | { readonly ready: true; readonly locations: string[] }
  | { readonly ready: false; readonly reason: string };

async function settle(db: Db, upload: Upload, outcome: Outcome, landing?: string): Promise<void> {
  const { ready, ...facts } = outcome;
  const event = ready ? "backendRebuildSucceeded" : "backendRebuildFailed";
  await db.transaction().execute(async (trx) => {
    const current = await lockUpload(trx, { uploadId: upload.id });
    const settled = await moveUploadStatus(trx, current, { event }, { actor: "swath", ...facts });
    if (!settled.ok || !ready) return;
    if (landing !== undefined) await abandonLanding(trx, landing);
    await trx
      .updateTable("upload_plans")
      .set({ settled: true })
      .where("upload_id", "=", upload.id)
      .execute();
    await trx.deleteFrom("upload_objects").where("upload_id", "=", upload.id).execute();
    await trx.deleteFrom("upload_rebuilds").where("upload_id", "=", upload.id).execute();
  });
}

/** The steps, in an order that can be stopped anywhere: nothing is removed before all is in place. */
async function run(context: OpenContext, task: Task): Promise<void> {
  const { deps, upload } = context;
  const log = await readFlightLog(deps.db, upload);
  const names = validateRebuiltNames(upload, context.manifest, log, deps.companions);
  if (!context.proven) {
    await inSpan("verify", () => verifyContent(context));
    const damage = await inSpan("validate", () =>
      validateRebuiltContents(context, names, log, task.clock()),
    );
    await keepVerified(context, damage);
  }
  await inSpan("publish", () => publishContent(context));
  await inSpan("seal", () => sealManifest(context, task.clock()));
  const published = new Set(
    context.manifest.files.map(({ fullPath }) => dataKey(upload, fullPath)),
  );
  await forgetFindings(deps.db, upload.id, (key) => published.has(key));
  task.signal.throwIfAborted();
  await removeBelow(deps.store, deps.buckets.uploads, context.landing);
  const outcome = { ready: true, locations: locationsOf(context) } as const;
  await settle(deps.db, upload, outcome, context.landing);
  if (isTraced()) await traceUpload(deps.db, upload, task.clock());
}

/** Adds the root of the upload's trace: from its first event since its data was last ready. */
async function traceUpload(db: Db, upload: Upload, end: Date): Promise<void> {
  const { id, flight_id: flightId, type } = upload;
  const { first } = await db
    .selectFrom("audit.events")
    .select(({ fn }) => fn.min("at").as("first"))
    .where("flight_id", "=", flightId)
    .where("upload_id", "=", id)
    .where("at", ">", upload.ready_at ?? new Date(0))
    .executeTakeFirstOrThrow();
  const attributes = { "swath.flight": flightId, "swath.upload": id, "swath.type": type };
  addRoot({ kind: "upload", id }, { name: "upload", start: first ?? end, end, attributes });
}

/** All content is verified: what is left is to publish these versions. */
async function keepVerified(
  { deps, upload, versions, verified }: RebuildContext,
  damage: readonly string[],
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await versions.write(trx, upload.id);
    if (damage.length > 0)
      await recordEvent(trx, {
        action: "upload.damageWarned",
        actor: "swath",
        flightId: upload.flight_id,
        uploadId: upload.id,
        detail: { reason: damage.join("\n").slice(0, REASON_LENGTH) },
      });
    await trx
      .updateTable("upload_plans")
      .set({ proven: true, verified })
      .where("upload_id", "=", upload.id)
      .execute();
  });
}

interface Task {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Rebuilds an upload: DATA_READY, or VALIDATING_UPLOAD_FAILED with the reason, or UPLOAD_STALLED where
 * something of it arrived damaged. Throws where the
 * store or the database fails: it is run again then, and goes on where it was stopped.
 */
export async function rebuildUpload(
  deps: RebuildDeps,
  uploadId: string,
  task: Task,
): Promise<void> {
  const exclusive = { name: `rebuild ${uploadId}`, signal: task.signal };
  await runExclusively(deps.db, exclusive, async (signal) => {
    const upload = await begin(deps.db, uploadId);
    if (upload === undefined) return;
    let context: OpenContext | undefined;
    try {
      context = await openContext(deps, upload, { ...task, signal });
      await run(context, { ...task, signal });
    } catch (error) {
      if (!(error instanceof RebuildFault || error instanceof DamageFound)) {
        await keepWaiting(deps.db, upload, error);
        throw error;
      }
      // What was decompressed is of no use; what landed stays to be looked at, or for the rest to follow.
      if (context !== undefined)
        await removeBelow(deps.store, deps.buckets.uploads, context.landing + REBUILT);
      if (error instanceof DamageFound) return requestResend(deps.db, upload, error.damaged);
      const reason = error.message.slice(0, REASON_LENGTH);
      await settle(deps.db, upload, { ready: false, reason });
    }
  });
}
