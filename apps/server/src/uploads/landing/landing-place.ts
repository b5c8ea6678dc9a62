import { hexId } from "@swath/contract/ids";
import { type BucketRole, landingPrefix } from "@swath/contract/uploads";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type {
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { PieceRow, PlanFacts } from "../plan-record.ts";

/** What the store holds below a prefix, by the name below it. */
export async function listLanding(
  store: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  for await (const object of objectsBelow(store, bucket, prefix))
    found.set(object.key.slice(prefix.length), object);
  return found;
}

/** A place for what lands of one plan, which no other plan and no other owner ever has. */
export const newLanding = (): string => `p${hexId(randomBytes(12))}`;

/** Room for the number of a form, in a key. */
export const FORM_BYTES = 8;

type Place = Pick<PlanFacts, "landing" | "is_update">;

/** Where the objects of a plan land, below the uploads bucket. Plans of earlier releases share one. */
export function landingOf(upload: Pick<Upload, "flight_id" | "id">, plan: Place): string {
  const facts = { flightId: upload.flight_id, uploadId: upload.id, isUpdate: plan.is_update };
  return landingPrefix(facts) + (plan.landing === "" ? "" : `${plan.landing}/`);
}

/** Whether a place is one plan's alone: below it is nothing else. */
export const isOwnPlace = (prefix: string): boolean => /\/p[0-9a-f]{24}\/$/.test(prefix);

/**
 * The name that a piece has below its landing place: each form posts to a key of its own, so that
 * what an earlier one posts, however late, is never read.
 */
export const landedName = ({ form, name }: Pick<PieceRow, "form" | "name">): string =>
  form === 0 ? name : `${form}/${name}`;

export interface LandingDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

/** `{flight}/{upload}/[update/]{landing}/[{form}/]{name}`, as {@link landingOf} and {@link landedName} make it. */
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
