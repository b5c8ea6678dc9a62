import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

const AT_ONCE = 1_000;

/** The versions and delete markers of a deletion as lines of JSON, in the order of their keys. */
export async function* versionLines(db: Db, deletion: number): AsyncGenerator<Buffer> {
  let after = { bucket: "", key: "", version_id: "" };
  for (;;) {
    const rows = await db
      .selectFrom("deletion_versions")
      .select(["bucket", "key", "version_id", "size", "removed", "refused"])
      .where("deletion", "=", deletion)
      .where(
        sql<boolean>`(bucket, key, version_id) > (${after.bucket}, ${after.key}, ${after.version_id})`,
      )
      .orderBy("bucket")
      .orderBy("key")
      .orderBy("version_id")
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const lines = rows.map(
      ({ bucket, key, version_id: versionId, size, removed, refused }) =>
        `${JSON.stringify({ bucket, key, versionId, size, removed, ...(refused !== null && { refused }) })}\n`,
    );
    yield Buffer.from(lines.join(""));
    after = rows.at(-1)!;
  }
}

/** What became of the versions below a deletion's places; a marker has no bytes. */
interface VersionCounts {
  readonly removed: number;
  readonly removedBytes: number;
  readonly markers: number;
  readonly kept: number;
  readonly keptBytes: number;
}

interface Unlisted {
  readonly bucket: string;
  readonly refused: string;
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;

function removedSentence({ removed, removedBytes, markers, kept }: VersionCounts): string {
  if (removed + markers + kept === 0)
    return "The store listed no versions of what was removed, and no delete markers.";
  return (
    `Swath removed ${counted(removed, "version")} with ${counted(removedBytes, "byte")}, those of the ` +
    `removed objects included, and ${counted(markers, "delete marker")}.`
  );
}

/** Honest in words: what went, and what stays because the store kept it or did not list it. */
export function versionSentences(
  counts: VersionCounts,
  reasons: readonly string[],
  unlisted: readonly Unlisted[],
): string {
  const sentences = [removedSentence(counts)];
  if (counts.kept > 0)
    sentences.push(
      `${counted(counts.kept, "version")} with ${counted(counts.keptBytes, "byte")} stay in the store, ` +
        `which did not remove them (${reasons.join("; ")}). Delete them once the lock has ended, or with ` +
        "leave for s3:DeleteObjectVersion; the list names each.",
    );
  for (const { bucket, refused } of unlisted)
    sentences.push(
      `The store did not list the versions of the bucket ${bucket} (${refused}): versions that it keeps stay ` +
        "there until its lifecycle rule for noncurrent versions ends them.",
    );
  return sentences.join(" ");
}

const MOST_REASONS = 5;

/** The certificate's members about versions: in figures, and in words. */
export async function versionProof(db: Db, deletion: number) {
  const { rows } = await sql<VersionCounts>`SELECT
      count(*) FILTER (WHERE removed IS NOT NULL AND size IS NOT NULL) AS removed,
      coalesce(sum(size) FILTER (WHERE removed IS NOT NULL), 0)::bigint AS "removedBytes",
      count(*) FILTER (WHERE removed IS NOT NULL AND size IS NULL) AS markers,
      count(*) FILTER (WHERE removed IS NULL) AS kept,
      coalesce(sum(size) FILTER (WHERE removed IS NULL), 0)::bigint AS "keptBytes"
    FROM deletion_versions WHERE deletion = ${deletion}`.execute(db);
  const { rows: reasons } = await sql<{ reason: string }>`
    SELECT coalesce(refused, 'the reason is not known') AS reason
    FROM deletion_versions WHERE deletion = ${deletion} AND removed IS NULL
    GROUP BY refused ORDER BY count(*) DESC, refused LIMIT ${MOST_REASONS}`.execute(db);
  const { rows: unlisted } = await sql<Unlisted>`SELECT DISTINCT bucket, versions_refused AS refused
    FROM deletion_places WHERE deletion = ${deletion} AND versions_refused IS NOT NULL
    ORDER BY bucket, refused`.execute(db);
  const storedVersions = rows[0]!;
  const words = reasons.map(({ reason }) => reason);
  return { versions: versionSentences(storedVersions, words, unlisted), storedVersions };
}
