import { destinationBuckets, type Manifest, type SealedFile } from "@swath/contract/uploads";
import { sql } from "kysely";
import { isHeld } from "../../domain/retention/held-flights.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { dataKey, keptKey, type ReplacedDeps } from "./replaced-place.ts";
import { isSameContent, isSealedObject, sealedAt } from "./sealed-data.ts";

interface Update {
  readonly upload: Upload;
  readonly manifest: Pick<Manifest, "baseFolder" | "files">;
  /** Of the plan: one replacement, however often its rebuild runs. */
  readonly landing: string;
}

/** The number of the replacement that a plan's rebuild makes; the same each time. */
async function numberOf({ db }: ReplacedDeps, { upload, landing }: Update): Promise<number> {
  const values = { upload_id: upload.id, landing, user_name: upload.user_name };
  const { id } = await db
    .insertInto("replacements")
    .values(values)
    .onConflict((conflict) => conflict.columns(["upload_id", "landing"]).doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function begunBefore({ db }: ReplacedDeps, { upload, landing }: Update) {
  const row = await db
    .selectFrom("replacements")
    .select("id")
    .where("upload_id", "=", upload.id)
    .where("landing", "=", landing)
    .executeTakeFirst();
  return row?.id;
}

/** What keeps the files that a rebuild is about to replace; it asks the store for what was sealed before. */
export async function replaceByUpdate(deps: ReplacedDeps, update: Update): Promise<ReplacedFiles> {
  const { upload, manifest } = update;
  const own = new Set(manifest.files.map(({ fullPath }) => fullPath));
  const sealed = new Map<string, SealedFile>();
  // What is on hold is kept even where nothing else is.
  const keeps = deps.keptDays > 0 || (await isHeld(deps.db, upload.flight_id));
  if (keeps)
    for (const { manifest: former } of await sealedAt(deps, upload, manifest.baseFolder))
      for (const file of former.files) if (own.has(file.fullPath)) sealed.set(file.fullPath, file);
  let number: Promise<number> | undefined;
  return new ReplacedFiles({
    deps,
    upload,
    sealed,
    number: () => (number ??= numberOf(deps, update)),
    kept: await replacedPaths(deps.db, await begunBefore(deps, update)),
  });
}

/** A file that is about to take its place. */
export type NextFile = Pick<SealedFile, "fullPath" | "originalSize" | "xxh128">;

interface Replacing {
  readonly deps: ReplacedDeps;
  readonly upload: Upload;
  /** The files as they were sealed before, by path. */
  readonly sealed: ReadonlyMap<string, SealedFile>;
  /** The number of this replacement, which is given once it replaces anything. */
  readonly number: () => Promise<number>;
  /** Paths that an earlier run kept. */
  readonly kept: ReadonlySet<string>;
}

interface Standing {
  readonly bucket: string;
  readonly object: StoredObject;
}

/**
 * Keeps what stands of an upload's data before something else takes its place. Run again after it was
 * stopped, it keeps nothing twice, and nothing of what already is the new data:
 *
 * uploads/R1 only a file that was sealed is kept, and only an object that is that file, of which no
 *    reading has found otherwise;
 * uploads/R2 what a file of equal content takes the place of is not kept;
 * uploads/R3 what a run has kept, no later one of the same replacement keeps again.
 */
export class ReplacedFiles {
  readonly #replacing: Replacing;

  constructor(replacing: Replacing) {
    this.#replacing = replacing;
  }

  /** Returns once every one of these places may be taken. */
  async keep(files: readonly NextFile[]): Promise<void> {
    const rows = [];
    for (const file of files) {
      const sealed = this.#toKeep(file);
      if (sealed !== undefined) rows.push(...(await this.#keep(sealed)));
    }
    if (rows.length === 0) return;
    await this.#replacing.deps.db
      .insertInto("replaced_files")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  #toKeep(file: NextFile): SealedFile | undefined {
    const { sealed, kept } = this.#replacing;
    const former = sealed.get(file.fullPath);
    if (former === undefined || kept.has(file.fullPath)) return undefined;
    return isSameContent(former, file) ? undefined : former;
  }

  async #keep(sealed: SealedFile) {
    const { deps, number } = this.#replacing;
    const { fullPath: path, originalSize: bytes } = sealed;
    const standing = await this.#standing(sealed);
    if (standing === undefined) return [];
    const replacement = await number();
    const { key, version } = standing.object;
    const target = { bucket: deps.buckets.uploads, key: keptKey(replacement, path) };
    const kept = await deps.store.join(
      { bucket: standing.bucket, pieces: [{ key, version }] },
      target,
    );
    const row = { replacement, path, bytes, version: kept.version };
    return [{ ...row, sealed: sql<SealedFile>`${JSON.stringify(sealed)}::jsonb` }];
  }

  /** Where the file stands; its buckets hold the same. */
  async #standing(sealed: SealedFile): Promise<Standing | undefined> {
    const { deps, upload } = this.#replacing;
    const key = dataKey(upload, sealed.fullPath);
    for (const role of destinationBuckets(upload.type, sealed.destination)) {
      const bucket = deps.buckets[role];
      if (await isDamaged(deps.db, { bucket, key })) continue;
      const object = await deps.store.head(bucket, key);
      if (object !== undefined && isSealedObject(sealed, object)) return { bucket, object };
    }
    return undefined;
  }
}

/** Whether a reading has found that what stands there is not what was sealed. */
async function isDamaged(
  db: ReplacedDeps["db"],
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("scrub_findings")
    .select("fault")
    .where("bucket", "=", bucket)
    .where("key", "=", key)
    .executeTakeFirst();
  return found !== undefined;
}

/** The paths that a replacement has kept. */
export async function replacedPaths(
  db: ReplacedDeps["db"],
  replacement: number | undefined,
): Promise<Set<string>> {
  if (replacement === undefined) return new Set();
  const rows = await db
    .selectFrom("replaced_files")
    .select("path")
    .where("replacement", "=", replacement)
    .execute();
  return new Set(rows.map(({ path }) => path));
}
