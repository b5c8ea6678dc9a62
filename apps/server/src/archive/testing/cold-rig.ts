import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coldEndpoints } from "@swath/contract/cold";
import { sql } from "kysely";
import { type Clock, systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { ColdObjects } from "../../platform/object-store/testing/cold-objects.ts";
import { coldStore } from "../../platform/object-store/testing/cold-store.ts";
import {
  type Faults,
  interruptedStore,
} from "../../platform/object-store/testing/interrupted-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import { serveCold } from "../cold/cold.routes.ts";
import { workCold } from "../cold/cold.workers.ts";
import { ArchiveRig, type ArchiveStore } from "./archive-rig.ts";
import { file } from "./seed-data.ts";

export const leader = testIdentity("leader", "leader");

/** A flight's files: two that are moved, one that is too small. */
export const LARGE = [file("part 1/a.range", 300_000), file("b.range", 200_000)] as const;
const SMALL = file("plan.kmz", 1_200);

type Opened = Pick<ArchiveStore, "store" | "close">;

async function storeOfFiles(clock: Clock): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "swath-cold-"));
  const secret = Buffer.from("a secret of this test only");
  const files = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  const close = () => rm(folder, { recursive: true, force: true });
  return { store: coldStore(files, new ColdObjects(clock)), close };
}

/** The class, and the state of a cold one, of each object of a flight in a bucket, by the end of its key. */
async function classesBelow(store: ObjectStore, bucket: string, flightId: string) {
  const found: Record<string, string> = {};
  for await (const { key, storageClass, cold } of objectsBelow(store, bucket, `${flightId}/`))
    found[key.slice(key.lastIndexOf("/") + 1)] = [storageClass, cold?.state]
      .filter((part) => part !== undefined)
      .join(" ");
  return found;
}

async function scanFlight(
  db: Db,
  store: ObjectStore,
  { bucket, flightId }: { readonly bucket: string; readonly flightId: string },
): Promise<void> {
  await db.deleteFrom("stored_objects").execute();
  for await (const object of objectsBelow(store, bucket, `${flightId}/`)) {
    const { key, size, modified, storageClass: storage_class, cold } = object;
    const restored_until = cold?.state === "restored" ? (cold.until ?? null) : null;
    const facts = { storage_class, cold: cold?.state ?? null, restored_until };
    await db
      .insertInto("stored_objects")
      .values({ bucket, key, size, modified, ...facts })
      .execute();
  }
}

/** Cold storage on a store with classes, by a clock that a test moves; beside the archive. */
export async function openColdRig(openStore: (clock: Clock) => Promise<Opened> = storeOfFiles) {
  const time = { now: Date.parse("2026-11-30T08:00:00Z") };
  const opened = await openStore(() => new Date(time.now));
  const { store } = opened;
  const archive = await ArchiveRig.open(async () => ({ ...opened, storageClass: undefined }));
  const { db, buckets } = archive;
  const faults: Faults = {};
  const hand = handRunQueues(db);
  const { serve, ask } = recordServe();
  const deps = {
    db,
    buckets,
    store: interruptedStore(store, faults),
    queues: hand.queues,
    storageClass: "GLACIER",
    hasClasses: true,
  };
  serveCold(serve, deps);
  await workCold({ ...deps, afterDays: 30 });

  return {
    archive,
    db,
    buckets,
    store,
    time,
    faults,
    hand,
    ask,
    deps,
    /** A flight with data that is ready. */
    async seed(): Promise<string> {
      const flightId = await archive.seedFlight();
      await archive.seedReady(flightId, "LiDAR", [...LARGE, SMALL]);
      return flightId;
    },
    /** Orders the move of a flight, and has it carried out. */
    async move(flightId: string) {
      await ask(coldEndpoints.moveToCold, { params: { flightId }, identity: leader });
      await hand.runAll();
    },
    restore: (flightId: string, body: object = {}) =>
      ask(coldEndpoints.restoreFromCold, {
        params: { flightId },
        body: { days: 3, tier: "Standard", ...body },
        identity: leader,
      }),
    /** Has the worker look again at what is being restored. */
    async look(): Promise<void> {
      await sql`UPDATE cold_orders SET looked = looked - interval '1 hour'`.execute(db);
      await hand.tick("open-cold-orders");
      await hand.runAll();
    },
    read: async (flightId: string, query: object = {}) =>
      (await ask(coldEndpoints.readCold, { params: { flightId }, query })).reply,
    classes: (flightId: string, bucket = buckets.lidar) => classesBelow(store, bucket, flightId),
    /** Has the inventory know what stands of a flight's LiDAR data, as a scan would. */
    scan: (flightId: string) => scanFlight(db, store, { bucket: buckets.lidar, flightId }),
    latest: (flightId: string) =>
      db
        .selectFrom("cold_orders")
        .selectAll()
        .where("flight_id", "=", flightId)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow(),
    async events(flightId: string) {
      const rows = await db
        .selectFrom("audit.events")
        .select(["action", "name", "detail"])
        .where("flight_id", "=", flightId)
        .where("action", "like", "cold.%" as never)
        .orderBy("id")
        .execute();
      return rows.map(({ action, name, detail }) => [action, name, detail]);
    },
    close: () => archive.close(),
  };
}
