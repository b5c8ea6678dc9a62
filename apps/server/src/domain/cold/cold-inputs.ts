import { sql } from "kysely";
import type {
  ColdState,
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../../platform/object-store/object-store.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const MOST_LOOKED = 16;

type ColdObject = Pick<StoredObject, "key" | "cold">;

/**
 * Those of many objects that cannot be read, by the inventory of the store; it may be behind, so a few of them are
 * looked at, and all count as readable where each of these is.
 */
export async function coldInputs(
  { db, store }: { readonly db: Db; readonly store: Pick<ObjectStore, "head"> },
  places: readonly ObjectPlace[],
): Promise<ColdObject[]> {
  const { rows } = await sql<ObjectPlace & { state: "cold" | "restoring" }>`
    SELECT o.bucket, o.key, o.cold AS state FROM stored_objects o
    JOIN unnest(${places.map(({ bucket }) => bucket)}::text[], ${places.map(({ key }) => key)}::text[])
      AS p (bucket, key) ON p.bucket = o.bucket AND p.key = o.key
    WHERE EXISTS (SELECT FROM stored_objects WHERE cold IS NOT NULL)
      AND o.cold IN ('cold', 'restoring') ORDER BY o.bucket, o.key`.execute(db);
  const looked = rows.slice(0, MOST_LOOKED);
  const found = await Promise.all(looked.map(({ bucket, key }) => store.head(bucket, key)));
  const unreadable = found.filter((object) => object !== undefined && !isReadable(object));
  if (unreadable.length === 0) return [];
  const others = rows.slice(MOST_LOOKED).map(({ key, state }) => {
    const cold: ColdState = { state };
    return { key, cold };
  });
  return [...unreadable.filter((object) => object !== undefined), ...others];
}
