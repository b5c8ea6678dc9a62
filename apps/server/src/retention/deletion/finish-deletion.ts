import { createHash } from "node:crypto";
import { sql } from "kysely";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { keepUnsigned } from "../certificates/removal-certificates.ts";
import type { ObjectDeps } from "./delete-objects.ts";
import { versionLines, versionProof } from "./version-proof.ts";

export interface OpenDeletion {
  readonly id: number;
  readonly kind: "flight" | "project";
  readonly about: string;
  readonly reason: string;
  readonly user_name: string;
  readonly ordered: Date;
}

export interface FinishDeps extends ObjectDeps {
  readonly supportBucket: string;
  readonly storeKind: "file" | "s3";
}

const AT_ONCE = 1_000;

/** The objects of a deletion as lines of JSON, in the order of their keys. */
async function* objectLines(db: Db, deletion: number): AsyncGenerator<Buffer> {
  let after = { bucket: "", key: "", version: "" };
  for (;;) {
    const rows = await db
      .selectFrom("deletion_objects")
      .select(["bucket", "key", "version", "size", "checksums", "removed"])
      .where("deletion", "=", deletion)
      .where(
        sql<boolean>`(bucket, key, version) > (${after.bucket}, ${after.key}, ${after.version})`,
      )
      .orderBy("bucket")
      .orderBy("key")
      .orderBy("version")
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const lines = rows.map(
      ({ bucket, key, size, checksums, removed }) =>
        `${JSON.stringify({ bucket, key, size, checksums, removed })}\n`,
    );
    yield Buffer.from(lines.join(""));
    after = rows.at(-1)!;
  }
}

async function* listLines(db: Db, deletion: number): AsyncGenerator<Buffer> {
  yield* objectLines(db, deletion);
  yield* versionLines(db, deletion);
}

/** The list of what was removed, in the bucket of support requests; it is the same whenever it is written. */
async function writeList(
  { db, store, supportBucket }: FinishDeps,
  { id: deletion, ordered }: OpenDeletion,
) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of listLines(db, deletion)) {
    size += piece.length;
    hash.update(piece);
  }
  // A restored database gives out its numbers a second time; the list of before must stay.
  const key = `deletions/${deletion}_${ordered.toISOString().replaceAll(":", "-")}.jsonl`;
  await store.write(supportBucket, key, listLines(db, deletion), { size });
  return { bucket: supportBucket, key, sha256: hash.digest("hex") };
}

/** Writes the list and the certificate, and ends the deletion. */
export async function finishDeletion(deps: FinishDeps, deletion: OpenDeletion): Promise<void> {
  const { db, storeKind } = deps;
  const { id, kind, about, reason, user_name: by, ordered } = deletion;
  const list = await writeList(deps, deletion);
  const { rows } = await sql<{ objects: number; bytes: number }>`
    SELECT count(*) AS objects, coalesce(sum(size), 0)::bigint AS bytes FROM deletion_objects
    WHERE deletion = ${id}`.execute(db);
  const flights = await db
    .selectFrom("deletion_flights")
    .select(["flight_id as flight", "taken", "not_deleted as notDeleted", "uploads", "processings"])
    .where("deletion", "=", id)
    .orderBy("flight_id")
    .execute();
  const sums = rows[0]!;
  const proof =
    storeKind === "file"
      ? { versions: "The store keeps no versions." }
      : await versionProof(db, id);
  const content = { reason, ordered, flights, ...sums, list, ...proof };
  await db.transaction().execute(async (trx) => {
    const certificate = await keepUnsigned(trx, { kind, about, by, content });
    await trx
      .updateTable("deletions")
      .set({ ended: sql<Date>`now()`, certificate })
      .where("id", "=", id)
      .execute();
    const detail = { deletion: id, ...sums, certificate };
    await recordEvent(trx, { action: "data.deletionFinished", actor: "swath", detail });
  });
}
