import { createHash } from "node:crypto";
import { sql } from "kysely";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { keepUnsigned } from "../certificates/removal-certificates.ts";
import type { ObjectDeps } from "./delete-objects.ts";

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

/** The list of what was removed, in the bucket of support requests; it is the same whenever it is written. */
async function writeList({ db, store, supportBucket }: FinishDeps, deletion: number) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of objectLines(db, deletion)) {
    size += piece.length;
    hash.update(piece);
  }
  const key = `deletions/${deletion}.jsonl`;
  await store.write(supportBucket, key, objectLines(db, deletion), { size });
  return { bucket: supportBucket, key, sha256: hash.digest("hex") };
}

const VERSIONS = {
  file: "The store keeps no versions.",
  s3: "Swath removed the objects, and no earlier versions of them: where a bucket keeps versions, they stay until its lifecycle rule for noncurrent versions ends them.",
} as const;

/** Writes the list and the certificate, and ends the deletion. */
export async function finishDeletion(deps: FinishDeps, deletion: OpenDeletion): Promise<void> {
  const { db, storeKind } = deps;
  const { id, kind, about, reason, user_name: by, ordered } = deletion;
  const list = await writeList(deps, id);
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
  const content = { reason, ordered, flights, ...sums, list, versions: VERSIONS[storeKind] };
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
