import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { archiveEndpoints } from "@swath/contract/archive";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { BUCKET_ROLES, type BucketRole, type UploadType } from "@swath/contract/uploads";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import {
  type Faults,
  interruptedStore,
} from "../../platform/object-store/testing/interrupted-store.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { workArchives } from "../archive.workers.ts";
import { serveArchive } from "../archive.routes.ts";
import { IMAGERY, LIDAR, seedFlight, seedReady, put, type ReadyFile } from "./seed-data.ts";

/** A store to archive in, and a class that it stores archived objects in. */
export interface ArchiveStore {
  readonly store: ObjectStore;
  readonly storageClass: string | undefined;
  close(): Promise<void>;
}

/** As the explorer's rule has it: archives are not for guests. */
function checkVisible(roles: readonly Role[], bucket: string): void {
  if (roles.includes("guest")) throw new AppError("INSUFFICIENT_PRIVILEGES", bucket);
}

type Server = Awaited<ReturnType<ArchiveRig["openServer"]>>;

/** The archive module on a database of its own, with rebuilt data in the store given. */
export class ArchiveRig {
  readonly faults: Faults = {};
  readonly storageClass: string | undefined;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  readonly db: Awaited<ReturnType<typeof createTestDatabase>>["db"];
  server!: Server;
  readonly #under: ArchiveStore;
  readonly #drop: () => Promise<void>;
  #seeded = 0;

  private constructor(
    database: Awaited<ReturnType<typeof createTestDatabase>>,
    under: ArchiveStore,
    buckets: Record<BucketRole, string>,
  ) {
    this.db = database.db;
    this.#drop = database.drop;
    this.#under = under;
    this.storageClass = under.storageClass;
    this.buckets = buckets;
  }

  static async open(openStore: () => Promise<ArchiveStore>): Promise<ArchiveRig> {
    const [database, under] = [await createTestDatabase(), await openStore()];
    const run = randomUUID().slice(0, 8);
    const buckets = Object.fromEntries(
      BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}-${run}`]),
    ) as Record<BucketRole, string>;
    await under.store.ensureBuckets(Object.values(buckets));
    await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
    const rig = new ArchiveRig(database, under, buckets);
    rig.server = await rig.openServer();
    return rig;
  }

  /** One copy of the module, as one server with its worker has it. */
  async openServer() {
    const { db, buckets, storageClass } = this;
    const { serve, ask } = recordServe();
    const hand = handRunQueues(db);
    const store = interruptedStore(this.#under.store, this.faults);
    const deps = { db, store, buckets, storageClass, queues: hand.queues };
    serveArchive(serve, { ...deps, checkVisible });
    await workArchives(deps);
    return { ask, hand };
  }

  async seedFlight(): Promise<string> {
    const flightId = `FL${String((this.#seeded += 1)).padStart(6, "0")}`;
    await seedFlight(this.db, flightId);
    return flightId;
  }

  async seedReady(
    flightId: string,
    type: UploadType,
    files: readonly ReadyFile[],
    sensor = "045",
  ): Promise<void> {
    const uploadId = String((this.#seeded += 1)).padStart(24, "0");
    const { db, buckets } = this;
    const place = { db, buckets, store: this.#under.store };
    await seedReady(place, { flightId, uploadId, type, sensor }, files);
  }

  /** A flight with LiDAR and imagery, ready to be archived. */
  async seedBoth(): Promise<string> {
    const flightId = await this.seedFlight();
    await this.seedReady(flightId, "LiDAR", LIDAR);
    await this.seedReady(flightId, "MediumFormatImagery", IMAGERY, "118");
    return flightId;
  }

  async order(flightId: string) {
    const identity = testIdentity("leader", "leader");
    const asked = { params: { flightId }, identity };
    return (await this.server.ask(archiveEndpoints.archiveFlight, asked)).reply;
  }

  /** Orders the archive of a flight and runs the worker. */
  async archive(flightId: string): Promise<void> {
    await this.order(flightId);
    await this.server.hand.runAll();
  }

  async validate(prefix: string, bucket = this.buckets.archive, ...roles: Role[]) {
    const asked = { query: { bucket, prefix }, identity: testIdentity("crew", ...roles) };
    return (await this.server.ask(archiveEndpoints.validateArchive, asked)).reply;
  }

  orderOf(flightId: string) {
    const orders = this.db.selectFrom("archive_orders").selectAll();
    return orders.where("flight_id", "=", flightId).executeTakeFirst();
  }

  async statuses(flightId: string): Promise<string[]> {
    const uploads = this.db.selectFrom("uploads").select("status").orderBy("id");
    const rows = await uploads.where("flight_id", "=", flightId).execute();
    return rows.map(({ status }) => status);
  }

  async paths(flightId: string): Promise<{ lidar: string | null; imagery: string | null }> {
    return this.db
      .selectFrom("flights")
      .select(["archive_s3_path_lidar as lidar", "archive_s3_path_imagery as imagery"])
      .where("flight_id", "=", flightId)
      .executeTakeFirstOrThrow();
  }

  async archived(flightId: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const object of objectsBelow(
      this.#under.store,
      this.buckets.archive,
      `${flightId}/`,
    ))
      found.push(object);
    return found;
  }

  async put(bucket: string, key: string, bytes: Buffer): Promise<void> {
    await put(this.#under.store, bucket, key, bytes);
  }

  async remove(bucket: string, key: string): Promise<void> {
    await this.#under.store.remove(bucket, [key]);
  }

  async sizeOf(bucket: string, key: string): Promise<number | undefined> {
    return (await this.#under.store.head(bucket, key))?.size;
  }

  async textAt(key: string): Promise<string> {
    return text(await this.#under.store.read(this.buckets.archive, key));
  }

  async close(): Promise<void> {
    await this.#drop();
    await this.#under.close();
  }
}
