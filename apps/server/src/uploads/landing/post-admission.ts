import { sql } from "kysely";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { LandingDeps } from "./landing-place.ts";

/** `{flight}/{upload}/[update/]{landing}/[{form}/]{name}`, as `landing-place.ts` makes it. */
const LANDED = /^[^/]+\/([^/]+)\/(?:update\/)?(p[0-9a-f]{24})\/(?:(\d{1,9})\/)?([^/]+)$/;

/** The upload that a post brings something for; the key itself where it is none's. */
export const uploadOf = ({ key }: ObjectPlace): string => LANDED.exec(key)?.[1] ?? key;

/**
 * Whether a posted piece is still awaited: by the plan, the lease and the form that it was authorised
 * for, which no later one may have taken the place of. Of what is not a planned object (the manifest's own), by plan and a lease.
 */
export async function admitsPost(
  db: Db,
  buckets: Pick<LandingDeps["buckets"], "uploads">,
  { bucket, key }: ObjectPlace,
): Promise<boolean> {
  const [, uploadId, landing, form = null, name] = LANDED.exec(key) ?? [];
  if (bucket !== buckets.uploads || uploadId === undefined) return false;
  const found = await sql`SELECT FROM uploads u JOIN upload_plans p ON p.upload_id = u.id
    WHERE u.id = ${uploadId} AND p.landing = ${landing} AND NOT p.settled
      AND p.subject = u.subject AND u.lease_renewed IS NOT NULL
      AND (${form}::int IS NULL OR EXISTS (SELECT FROM upload_objects o
        JOIN upload_pieces c ON c.upload_id = o.upload_id AND c.ordinal = o.ordinal
        WHERE o.upload_id = u.id AND o.name = ${name} AND c.form = ${form}::int
          AND c.lease = u.lease))`.execute(db);
  return found.rows.length > 0;
}
