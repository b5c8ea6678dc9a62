import type { Manifest, SealedFile } from "@swath/contract/uploads";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import { replacedPaths, ReplacedFiles } from "./keep-replaced.ts";
import type { ReplacedDeps } from "./replaced-place.ts";
import { sealedAt } from "./sealed-data.ts";

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
  if (deps.keptDays > 0)
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
