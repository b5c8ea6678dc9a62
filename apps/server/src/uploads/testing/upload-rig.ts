import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { Role } from "@swath/contract/identity";
import { FRAME_BYTES, type UploadType } from "@swath/contract/uploads";
import { systemClock } from "../../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import {
  interruptedStore,
  type Faults,
} from "../../platform/object-store/testing/interrupted-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { decodeFrames } from "../../platform/zstd/decode-frames.ts";
import type { PersonQuotas } from "../queue/quotas.ts";
import type { RebuildDeps } from "../rebuild/rebuild-context.ts";
import { workUploads } from "../uploads.workers.ts";
import { serveUploads } from "../uploads.routes.ts";
import type { SourceFile } from "./source-folder.ts";
import { TestBrowser, type SeededUpload } from "./test-browser.ts";

const BUCKETS = {
  uploads: "swath-uploads",
  lidar: "swath-lidar",
  imagery: "swath-imagery",
  terrainMapperLidar: "swath-terrain-mapper-lidar",
  processing: "swath-processing",
  ai: "swath-ai",
  terrainMapperProcessing: "swath-terrain-mapper-processing",
  archive: "swath-archive",
};
/** Buckets of one run alone, in a store that others use too. */
export function runBuckets(): typeof BUCKETS {
  const run = randomUUID().slice(0, 8);
  const named = Object.entries(BUCKETS).map(([role, name]) => [role, `${name}-${run}`]);
  return Object.fromEntries(named) as typeof BUCKETS;
}
const GALAXY = "Optech Galaxy Prime - 045";
const decode: RebuildDeps["decode"] = (source, options) =>
  decodeFrames(source, { ...options, maxWindow: FRAME_BYTES });

/** A store of this test alone, and how to close it. */
export interface RigStore {
  readonly store: ObjectStore;
  /** Where its files are, on this machine. */
  readonly folder?: string;
  readonly buckets?: typeof BUCKETS;
  close(): Promise<void>;
}

async function openTestStore(): Promise<RigStore> {
  const folder = await mkdtemp(join(tmpdir(), "swath-uploads-"));
  const secret = Buffer.from("a secret of this test only");
  const store = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  return { store, folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The company's own patterns of companion files. */
const OWN_COMPANIONS = ["*.sync.range"];

/** One copy of the module, as one server with its worker has it. */
async function openServer(
  db: Db,
  { store, buckets }: { store: ObjectStore; buckets: typeof BUCKETS },
  limits: { slots: number; quotas: PersonQuotas; softLimit: number | undefined },
) {
  const { serve, ask } = recordServe();
  const hand = handRunQueues(db);
  const { softLimit, ...quotas } = limits;
  const storage = { buckets: Object.values(buckets), softLimit };
  const deps = { db, store, buckets, queues: hand.queues, keptDays: 30, storage, ...quotas };
  serveUploads(serve, deps);
  await workUploads({ ...deps, decode, clock: systemClock, companions: OWN_COMPANIONS });
  return { ask, hand };
}

async function seedUpload(db: Db, upload: SeededUpload): Promise<SeededUpload> {
  const { flightId, uploadId: id, uploadType: type, sensorName: sensor_name } = upload;
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${flightId}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
  const row = { id, flight_id: flightId, type, sensor_name, status: "READY_FOR_UPLOAD" as const };
  await db.insertInto("uploads").values(row).execute();
  return upload;
}

interface RigOptions {
  readonly slots?: number;
  readonly store?: RigStore;
  readonly quotas?: Partial<PersonQuotas>;
  /** Bytes that the company means to store at most. */
  readonly softLimit?: number;
}

const limitsOf = ({ slots = 8, quotas = {}, softLimit }: RigOptions) => ({
  slots,
  softLimit,
  quotas: { slots, uploads: 1_000, bytes: 1e15, ...quotas },
});

/** The upload module on a database and a file store of its own, and browsers that talk to it. */
export async function createUploadRig(options: RigOptions = {}) {
  const database = await createTestDatabase();
  const opened = options.store ?? (await openTestStore());
  const { store: files, buckets = BUCKETS } = opened;
  await files.ensureBuckets(Object.values(buckets));
  const faults: Faults = {};
  const store = interruptedStore(files, faults);
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  const open = () => openServer(db, { store, buckets }, limitsOf(options));
  const server = await open();
  let seeded = 100;

  function browser(
    subject: string,
    fingerprint = `${subject}-browser`,
    ask = server.ask,
    ...roles: Role[]
  ): TestBrowser {
    const identity = testIdentity(subject, ...roles);
    return new TestBrowser({ ask, store, uploadsBucket: buckets.uploads, identity, fingerprint });
  }

  return {
    db,
    store,
    /** The same, which no fault interrupts. */
    files,
    faults,
    /** Where the store's files are; empty of a store elsewhere. */
    folder: opened.folder ?? "",
    server,
    browser,
    buckets,
    /** Another server with its worker on the same database and store. */
    openServer: open,
    leader: () => browser("leader", "leader-browser", server.ask, "leader"),
    seed: (uploadType: UploadType = "LiDAR", sensorName = GALAXY) => {
      seeded += 1;
      const uploadId = String(seeded).padStart(24, "0");
      const flightId = `FL${String(seeded).padStart(6, "0")}`;
      return seedUpload(db, { flightId, uploadId, uploadType, sensorName });
    },
    keysIn: async (bucket: string) =>
      (await files.list(bucket, { prefix: "" })).objects.map(({ key }) => key),
    bytesAt: async (bucket: string, key: string) => buffer(await files.read(bucket, key)),
    /** The files of an upload that do not stand in a bucket byte for byte. */
    differing: async (
      { flightId, uploadType }: SeededUpload,
      source: readonly SourceFile[],
      bucket = buckets.lidar,
    ): Promise<string[]> => {
      const differing: string[] = [];
      for (const { path, bytes } of source) {
        const stored = await files.read(bucket, `${flightId}/${uploadType}/${path}`).then(buffer);
        if (!stored.equals(bytes)) differing.push(path);
      }
      return differing;
    },
    stateOf: ({ uploadId }: SeededUpload) =>
      db.selectFrom("uploads").selectAll().where("id", "=", uploadId).executeTakeFirstOrThrow(),
    close: async () => {
      await database.drop();
      await opened.close();
    },
  };
}
