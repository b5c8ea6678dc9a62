import { AppError } from "@swath/contract/errors";
import { destinationBuckets, type SealedFile } from "@swath/contract/uploads";
import { sql } from "kysely";
import { writeSealedManifest } from "../../domain/uploads/sealed-manifest.ts";
import { forgetFindings } from "../../domain/uploads/stored-readings.ts";
import { lockUpload, readUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import type { BringBackJob } from "../upload-queues.ts";
import { ReplacedFiles, replacedPaths } from "./keep-replaced.ts";
import { touchUpload } from "./order-bring-back.ts";
import { dataKey, keptKey, type ReplacedDeps } from "./replaced-place.ts";
import { isSealedObject, sealedAt } from "./sealed-data.ts";

interface Reseal {
  readonly folder: string;
  /** As they stand now. */
  readonly files: readonly SealedFile[];
  readonly user: string;
  readonly now: Date;
}

/**
 * Seals a folder's manifests with these files in place of those that they name; the latest one takes
 * those that none names. Equal when it is run again, but for its time.
 */
async function resealFolder(deps: ReplacedDeps, upload: Upload, reseal: Reseal): Promise<void> {
  const { user, now } = reseal;
  const manifests = await sealedAt(deps, upload, reseal.folder);
  const next = new Map(reseal.files.map((file) => [file.fullPath, file]));
  const named = new Set(
    manifests.flatMap(({ manifest }) => manifest.files.map(({ fullPath }) => fullPath)),
  );
  const unnamed = reseal.files.filter(({ fullPath }) => !named.has(fullPath));
  for (const at of manifests) {
    const isLatest = at === manifests.at(-1);
    const files = function* (): Generator<SealedFile> {
      for (const file of at.manifest.files) yield next.get(file.fullPath) ?? file;
      if (isLatest) yield* unnamed;
    };
    const { files: formerFiles, ...former } = at.manifest;
    const changes = formerFiles.some(({ fullPath }) => next.has(fullPath));
    const head = { ...former, user, sealed: now.toISOString() };
    if (changes || (isLatest && unnamed.length > 0))
      await writeSealedManifest(deps.store, at, { head, files });
  }
}

const FILES_AT_ONCE = 8;
const REMOVED_AT_ONCE = 1_000;
const NAMED = 20;

interface ReplacedFile {
  readonly replacement: number;
  readonly path: string;
  readonly version: string;
  readonly sealed: SealedFile;
  readonly stands: boolean;
}

interface Order {
  readonly deps: ReplacedDeps;
  readonly upload: Upload;
  readonly id: number;
  readonly user: string;
  readonly signal: AbortSignal;
}

const folderOf = (path: string): string => path.split("/", 1)[0]!;

/** The files as they are sealed now, by path. */
async function sealedNow({ deps, upload }: Order, files: readonly ReplacedFile[]) {
  const sealed = new Map<string, SealedFile>();
  for (const folder of new Set(files.map(({ path }) => folderOf(path))))
    for (const { manifest } of await sealedAt(deps, upload, folder))
      for (const file of manifest.files) sealed.set(file.fullPath, file);
  return sealed;
}

/** Puts one file in its places again; false where the kept one is gone, or is not what was kept. */
async function place(order: Order, file: ReplacedFile): Promise<boolean> {
  const { deps, upload, signal } = order;
  const { path, version, sealed } = file;
  const key = keptKey(file.replacement, path);
  const source = { bucket: deps.buckets.uploads, pieces: [{ key, version }] };
  try {
    for (const role of destinationBuckets(upload.type, sealed.destination)) {
      const target = { bucket: deps.buckets[role], key: dataKey(upload, path), signal };
      const placed = await deps.store.join(source, target);
      if (!isSealedObject(sealed, placed)) return false;
    }
  } catch (error) {
    if (error instanceof AppError && GONE.has(error.code)) return false;
    throw error;
  }
  await deps.db
    .updateTable("replaced_files")
    .set({ stands: true })
    .where("replacement", "=", file.replacement)
    .where("path", "=", path)
    .execute();
  return true;
}
const GONE: ReadonlySet<string> = new Set(["OBJECT_NOT_FOUND", "OBJECT_CHANGED"]);

/** Puts the files in their places, what stands there kept before; answers the paths that could not be. */
async function placeAll(order: Order, files: readonly ReplacedFile[]): Promise<string[]> {
  const { deps, upload, id } = order;
  const replaced = new ReplacedFiles({
    deps,
    upload,
    sealed: await sealedNow(order, files),
    number: async () => id,
    kept: await replacedPaths(deps.db, id),
  });
  const gone: string[] = [];
  const waiting = files.filter(({ stands }) => !stands);
  await forEachConcurrently(waiting, FILES_AT_ONCE, async (file) => {
    order.signal.throwIfAborted();
    await replaced.keep([file.sealed]);
    if (!(await place(order, file))) gone.push(file.path);
  });
  return gone;
}

/** What is kept of the files is not needed any more. */
async function removeReplaced({ deps }: Order, files: readonly ReplacedFile[]): Promise<void> {
  const keys = files.map(({ replacement, path }) => keptKey(replacement, path));
  for (let i = 0; i < keys.length; i += REMOVED_AT_ONCE)
    await deps.store.remove(deps.buckets.uploads, keys.slice(i, i + REMOVED_AT_ONCE));
}

function faultText(gone: readonly string[]): string | null {
  if (gone.length === 0) return null;
  const more = gone.length > NAMED ? ` and ${gone.length - NAMED} more` : "";
  return `${gone.slice(0, NAMED).join(", ")}${more}`;
}

async function finish(order: Order, standing: number, fault: string | null): Promise<void> {
  const { deps, upload, id, user } = order;
  await deps.db.transaction().execute(async (trx) => {
    await lockUpload(trx, { uploadId: upload.id });
    await trx.deleteFrom("replaced_files").where("brought_back_by", "=", id).execute();
    await trx
      .updateTable("replacements")
      .set({ ended: sql<Date>`now()`, fault })
      .where("id", "=", id)
      .execute();
    await touchUpload(trx, upload.id);
    await trx
      .updateTable("uploads")
      .set({ ready_at: sql<Date>`now()`, ready_by: user })
      .where("id", "=", upload.id)
      .execute();
    await recordEvent(trx, {
      action: "upload.broughtBack",
      actor: "swath",
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: { files: standing, fault },
    });
  });
}

async function run(order: Order, clock: Clock): Promise<void> {
  const { deps, upload, id, user } = order;
  const files = await deps.db
    .selectFrom("replaced_files")
    .select(["replacement", "path", "version", "sealed", "stands"])
    .where("brought_back_by", "=", id)
    .orderBy("path")
    .execute();
  const gone = await placeAll(order, files);
  const missing = new Set(gone);
  const standing = files.filter(({ path }) => !missing.has(path));
  const folders = Map.groupBy(standing, ({ path }) => folderOf(path));
  // What stands was stored before its manifest is sealed.
  for (const [folder, own] of folders) {
    const again = own.map(({ sealed }) => sealed);
    await resealFolder(deps, upload, { folder, files: again, user, now: clock() });
  }
  const placed = new Set(standing.map(({ path }) => dataKey(upload, path)));
  await forgetFindings(deps.db, upload.id, (key) => placed.has(key));
  order.signal.throwIfAborted();
  await removeReplaced(order, files);
  await finish(order, standing.length, faultText(gone));
}

/**
 * Brings the files of an order back: each is put in its places, what stood there is kept as replaced in
 * turn, and the manifests are sealed anew. It can be stopped anywhere and goes on when it is run again.
 */
export async function bringBack(
  deps: ReplacedDeps,
  { uploadId, order: id }: BringBackJob,
  task: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<void> {
  // No rebuild of the same data runs meanwhile.
  const exclusive = { name: `rebuild ${uploadId}`, signal: task.signal };
  await runExclusively(deps.db, exclusive, async (signal) => {
    const order = await deps.db
      .selectFrom("replacements")
      .select(["user_name", "ended"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (order === undefined || order.ended !== null) return;
    const upload = await readUpload(deps.db, { uploadId });
    await run({ deps, upload, id, user: order.user_name ?? "", signal }, task.clock);
  });
}
