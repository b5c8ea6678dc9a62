import type { ColdFacts, RestoreTier } from "@swath/contract/cold";
import { AppError } from "@swath/contract/errors";
import type { ObjectPlace, StoredObject } from "../../platform/object-store/object-store.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** What is known of a cold object, before its restore is looked up. */
export function coldFacts({
  storageClass,
  cold,
}: Required<Pick<StoredObject, "storageClass" | "cold">>): ColdFacts {
  const since = cold.state === "restoring" ? (cold.since?.toISOString() ?? null) : null;
  const until = cold.state === "restored" ? (cold.until?.toISOString() ?? null) : null;
  return { state: cold.state, storageClass, since, tier: null, until };
}

interface Restore {
  readonly flight_id: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly ordered: Date;
  readonly tier: RestoreTier | null;
}

const flightOf = (key: string): string | undefined => /^(FL\d{6})\//.exec(key)?.[1];

/** Whether a key is at a place: the object itself, or below a folder, which ends in `/`. */
export const isAt = (key: string, place: string): boolean =>
  place === "" || place.endsWith("/") ? key.startsWith(place) : key === place;

const covers = (restore: Restore, { bucket, key }: ObjectPlace): boolean =>
  restore.flight_id === flightOf(key) &&
  (restore.bucket === "" || restore.bucket === bucket) &&
  isAt(key, restore.prefix);

/** The same entries, those that are being restored with the time and tier of their order. */
export async function withRestores<E extends { key: string; cold?: ColdFacts | undefined }>(
  db: Db,
  bucket: string,
  entries: readonly E[],
): Promise<E[]> {
  const restoring = entries.filter(({ cold }) => cold?.state === "restoring");
  const flights = new Set(restoring.map(({ key }) => flightOf(key) ?? ""));
  if (flights.size === 0) return [...entries];
  const orders = await db
    .selectFrom("cold_orders")
    .select(["flight_id", "bucket", "prefix", "ordered", "tier"])
    .where("kind", "=", "restore")
    .where("flight_id", "in", [...flights])
    .orderBy("id", "desc")
    .execute();
  return entries.map((entry) => {
    const { key, cold } = entry;
    const order = orders.find((each) => covers(each, { bucket, key }));
    if (cold?.state !== "restoring" || order === undefined) return entry;
    const { ordered, tier } = order;
    return { ...entry, cold: { ...cold, since: ordered.toISOString(), tier } };
  });
}

const ADVICE = {
  cold: 'in cold storage: order "Restore from cold storage" on the page of the flight, and try again once it is restored',
  restoring: "being restored from cold storage: try again once it is restored",
} as const;

/** What is in cold storage of some objects, in words; undefined where all of it can be read. */
export function coldReason(
  objects: readonly Pick<StoredObject, "key" | "cold">[],
): string | undefined {
  const unreadable = objects.filter((object) => !isReadable(object));
  const [first] = unreadable.toSorted((a, b) => (a.cold!.state < b.cold!.state ? -1 : 1));
  if (first === undefined) return undefined;
  const more = unreadable.length === 1 ? "" : ` and ${unreadable.length - 1} more`;
  return `${first.key}${more}: ${ADVICE[first.cold!.state === "cold" ? "cold" : "restoring"]}`;
}

/** Throws OBJECT_COLD where any of these objects of a bucket cannot be read, with what to do. */
export async function checkReadable(
  db: Db,
  bucket: string,
  objects: readonly Pick<StoredObject, "key" | "cold" | "storageClass">[],
): Promise<void> {
  const reason = coldReason(objects);
  if (reason === undefined) return;
  const unreadable = objects.filter((object) => !isReadable(object));
  const [first] = await withRestores(
    db,
    bucket,
    unreadable.slice(0, 1).map(({ key, storageClass, cold }) => ({
      key,
      cold: coldFacts({ storageClass, cold: cold! }),
    })),
  );
  const details = { bucket, ...first, objects: unreadable.length };
  throw new AppError("OBJECT_COLD", reason, details);
}
