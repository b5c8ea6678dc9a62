import type { SentFile } from "@swath/contract/uploads";
import { sql } from "kysely";
import { readUpload } from "../domain/uploads/upload-record.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkOwner } from "./moves/move-rules.ts";
import { currentPlan } from "./plan-store.ts";

/** A piece with the segment of one file, and where that segment is among the piece's. */
interface SentSegment {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  readonly xxh128: string;
}

/**
 * What was announced of files of an upload, as its owner reads it to compare it with what a drive holds.
 * Throws UPLOAD_NOT_FOUND, NOT_UPLOAD_OWNER, MANIFEST_MISSING.
 */
export async function readSentContent(
  db: Db,
  where: { flightId: string; uploadId: string },
  files: readonly number[],
  subject: string,
): Promise<{ files: SentFile[] }> {
  const upload = await readUpload(db, where);
  checkOwner(upload, subject);
  await currentPlan(db, upload);
  // A piece of a bundle brings all of its segments whole; any other object has a single one.
  const found = await sql<SentSegment>`SELECT
      (segment ->> 0)::int AS file,
      (segment ->> 1)::bigint + CASE WHEN jsonb_array_length(o.segments) = 1 THEN p.source_offset ELSE 0 END AS offset,
      CASE WHEN jsonb_array_length(o.segments) = 1 THEN p.length ELSE (segment ->> 2)::bigint END AS length,
      p.claims -> (place - 1)::int ->> 1 AS xxh128
    FROM upload_objects o
    JOIN upload_pieces p ON p.upload_id = o.upload_id AND p.ordinal = o.ordinal
    CROSS JOIN LATERAL jsonb_array_elements(o.segments) WITH ORDINALITY AS s (segment, place)
    WHERE o.upload_id = ${upload.id} AND (segment ->> 0)::int = ANY (${files})
    ORDER BY 1, 2`.execute(db);
  const byFile = Map.groupBy(found.rows, ({ file }) => file);
  return {
    files: Array.from(byFile, ([file, segments]) => ({
      file,
      pieces: segments.map(({ offset, length, xxh128 }) => ({ offset, length, xxh128 })),
    })),
  };
}
