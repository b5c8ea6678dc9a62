import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import { type CloudPreparation, preparedCloudEndpoints } from "@swath/contract/prepared-clouds";
import { sql } from "kysely";
import { checkReadable } from "../../domain/cold/cold-facts.ts";
import { preparedId, preparedPlace } from "../../domain/storage/prepared-place.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ObjectPlace, StoredObject } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { checkUndamaged } from "../check-undamaged.ts";
import type { ExplorerDeps } from "../explorer-deps.ts";
import { checkPlace } from "../visible-buckets.ts";
import type { PreparedCloud } from "./prepared.tables.ts";

interface PreparedDeps extends ExplorerDeps {
  /** Where copies stand: that of processings. */
  readonly copyBucket: string;
}

/** Most copies that wait or are being made. */
const MOST_OPEN = 50;

interface Source {
  readonly bucket: string;
  readonly key: string;
}

/** The object that a copy is of, for those who may read it. */
async function sourceOf(
  deps: ExplorerDeps,
  { bucket, key }: Source,
  { roles }: Pick<Identity, "roles">,
): Promise<StoredObject> {
  await checkPlace(deps, roles, bucket, key);
  const object = await deps.store.head(bucket, key);
  if (object !== undefined) return object;
  throw new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { bucket, key });
}

const idOf = (bucket: string, { key, version }: StoredObject): string =>
  preparedId(bucket, key, version);

function describe(object: StoredObject, row: PreparedCloud | undefined): CloudPreparation {
  const { size } = object;
  if (row === undefined) return { state: "none", size, percent: 0, fault: null, reason: null };
  const { state, running, percent, fault, reason } = row;
  const shown = state === "open" ? (running ? "running" : "waiting") : state;
  return { state: shown, size, percent, fault, reason };
}

const find = (db: Db, id: string): Promise<PreparedCloud | undefined> =>
  db.selectFrom("prepared_clouds").selectAll().where("id", "=", id).executeTakeFirst();

/** Begins a copy that nobody asked for before, or that failed; answers whether this call did. */
async function begin(
  { db, copyBucket }: PreparedDeps,
  bucket: string,
  { key, version, size }: StoredObject,
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO prepared_clouds AS p
      (id, bucket, key, version, size, copy_bucket, state)
    SELECT ${preparedId(bucket, key, version)}, ${bucket}, ${key}, ${version}, ${size}, ${copyBucket}, 'open'
    ON CONFLICT (id) DO UPDATE SET state = 'open', attempt = p.attempt + 1, submitted = 0, running = false,
      percent = 0, cancelled = false, fault = NULL, reason = NULL, ordered = now(), used = now()
    WHERE p.state = 'failed' RETURNING id`.execute(db);
  return rows.length > 0;
}

async function refuseTooMany(db: Db): Promise<void> {
  const { open } = await db
    .selectFrom("prepared_clouds")
    .select(({ fn }) => fn.countAll<number>().as("open"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  if (open < MOST_OPEN) return;
  throw new AppError("COMPUTE_UNAVAILABLE", `${MOST_OPEN} clouds are being prepared; try later`);
}

type PlacedObject = ObjectPlace & Pick<StoredObject, "size">;

/**
 * The copies of some objects, for those who may read the objects: the caller has checked it. It stands as used.
 * OBJECT_NOT_FOUND where one is not prepared.
 */
export async function preparedCopies(
  { db, store }: Pick<ExplorerDeps, "db" | "store">,
  bucket: string,
  objects: readonly StoredObject[],
): Promise<PlacedObject[]> {
  const copies: PlacedObject[] = [];
  for (const object of objects) {
    const row = await db
      .updateTable("prepared_clouds")
      .set({ used: sql<Date>`now()` })
      .where("id", "=", idOf(bucket, object))
      .where("state", "=", "done")
      .returningAll()
      .executeTakeFirst();
    const place = row && preparedPlace(row);
    const copy = place && (await store.head(place.bucket, place.key));
    if (place === undefined || copy === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "it is not prepared for viewing", {
        bucket,
        key: object.key,
      });
    copies.push({ ...place, size: copy.size });
  }
  return copies;
}

/** Serves the preparation of clouds; every call is checked against the place of the file itself. */
export function servePreparedClouds(serve: Serve, deps: PreparedDeps): void {
  const { db } = deps;
  const read = async (bucket: string, object: StoredObject): Promise<CloudPreparation> =>
    describe(object, await find(db, idOf(bucket, object)));

  serve(preparedCloudEndpoints.readPreparation, async ({ query, identity }) =>
    read(query.bucket, await sourceOf(deps, query, identity)),
  );

  serve(preparedCloudEndpoints.prepareCloud, async ({ body, identity, from }) => {
    const { bucket, key } = body;
    const object = await sourceOf(deps, body, identity);
    await checkReadable(db, bucket, [object]);
    await checkUndamaged(db, bucket, key);
    await refuseTooMany(db);
    if (await begin(deps, bucket, object)) {
      const actor = { subject: identity.subject, name: identity.name };
      const detail = { bucket, key, bytes: object.size };
      await recordEvent(db, { action: "cloud.prepared", actor, detail, from });
    }
    return read(bucket, object);
  });

  serve(preparedCloudEndpoints.cancelPreparation, async ({ body, identity }) => {
    const object = await sourceOf(deps, body, identity);
    await db
      .updateTable("prepared_clouds")
      .set({ cancelled: true })
      .where("id", "=", idOf(body.bucket, object))
      .where("state", "=", "open")
      .execute();
    return read(body.bucket, object);
  });
}
