import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { Manifest } from "@swath/contract/manifest";
import type { Role } from "@swath/contract/roles";
import { routes } from "@swath/contract/routes";
import type { UploadStatus } from "@swath/contract/upload-status";
import { planObjects } from "@swath/contract/upload-plan";
import type { UploadType } from "@swath/contract/upload-types";
import { systemClock } from "../../../platform/clock.ts";
import { recordServe, testIdentity } from "../../../platform/http/testing/recorded-serve.ts";
import { openFileStore } from "../../../platform/object-store/file/open-file-store.ts";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import { createTestDatabase } from "../../../platform/postgres/testing.ts";
import { decodeFrames } from "../../../platform/zstd/decode-frames.ts";
import { workUploads } from "../uploads.jobs.ts";
import { serveUploads } from "../uploads.routes.ts";
import { handRunJobs } from "./hand-run-jobs.ts";
import { lidarFolder, manifestOf, storedObject, type SourceFile } from "./source-folder.ts";

const BUCKETS = {
  uploads: "swath-uploads",
  lidar: "swath-lidar",
  imagery: "swath-imagery",
  terrainMapperLidar: "swath-terrain-mapper-lidar",
  processing: "swath-processing",
  ai: "swath-ai",
  terrainMapperProcessing: "swath-terrain-mapper-processing",
};
const GALAXY = "Optech Galaxy Prime - 045";

/** An upload module on a database and a file store of its own, and browsers that talk to it. */
export async function createUploadRig(options: { slots?: number } = {}) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "swath-uploads-"));
  const files = await openFileStore({
    folder,
    secret: Buffer.from("a secret of this test only"),
    publicUrl: "",
    clock: systemClock,
  });
  await files.ensureBuckets(Object.values(BUCKETS));
  /** Calls go through here, so that a test may let some of them fail. */
  const faults: { before?: (call: string, key: string) => void } = {};
  const store = interrupted(files, faults);
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);

  function openServer() {
    const { serve, ask } = recordServe();
    const hand = handRunJobs();
    const deps = { db, store, buckets: BUCKETS, jobs: hand.jobs };
    serveUploads(serve, { ...deps, slots: options.slots ?? 8 });
    return { ask, hand, work: () => workUploads({ ...deps, decode: decodeFrames, clock: systemClock }) };
  }
  const server = openServer();
  await server.work();
  let planted = 100;

  async function plant(type: UploadType = "LiDAR", sensorName = GALAXY) {
    const flightId = `FL000${(planted += 1)}`;
    const uploadId = `${"0".repeat(18)}${planted}000`.slice(-24);
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
        departure_timezone, document_major_version, types)
      VALUES (${flightId}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
    const row = { id: uploadId, flight_id: flightId, type, sensor_name: sensorName };
    await db
      .insertInto("uploads")
      .values({ ...row, status: "READY_FOR_UPLOAD" })
      .execute();
    return { flightId, uploadId, uploadType: type, sensorName };
  }
  type Planted = Awaited<ReturnType<typeof plant>>;

  function browser(subject: string, fingerprint = `${subject}-browser`, ask = server.ask, ...roles: Role[]) {
    const identity = testIdentity(subject, ...roles);
    async function move(upload: Planted, status: UploadStatus, query: Record<string, string> = {}) {
      const params = { flightId: upload.flightId, uploadId: upload.uploadId };
      const asked = { params, query: { status, fingerprint, ...query }, identity };
      return (await ask(routes.moveUpload, asked)).reply;
    }
    async function metadata(upload: Planted, manifest: Manifest) {
      const params = { flightId: upload.flightId, uploadId: upload.uploadId };
      const body = { metadata: manifest };
      return (await ask(routes.checkProgress, { params, body, identity })).reply;
    }
    async function progress(upload: Planted) {
      const params = { flightId: upload.flightId, uploadId: upload.uploadId };
      return (await ask(routes.readProgress, { params, identity })).reply;
    }
    /** Announces an object and puts it where its form says. */
    async function post(
      upload: Planted,
      filePath: string,
      object: Awaited<ReturnType<typeof storedObject>>,
      bytes = object.bytes,
    ) {
      const { size, checksum, segments } = object;
      const { uploadId, uploadType } = upload;
      const body = { uploadId, filePath, uploadType, size, checksum, segments };
      const { reply } = await ask(routes.authoriseUpload, { body, identity });
      const key = reply.fields["key"]!;
      await store.write(BUCKETS.uploads, key, once(bytes), { size: bytes.length });
      return key;
    }
    async function begin(upload: Planted, manifest: Manifest) {
      await move(upload, "VALIDATING_SOURCE", { isUpdate: String(manifest.isUpdate) });
      await move(upload, "GENERATING_METADATA_N_UPLOAD_TASK");
      const { remaining_task_key_list: remaining } = await metadata(upload, manifest);
      await move(upload, "CHECKING_CONCURRENT_UPLOAD");
      return remaining;
    }
    async function send(upload: Planted, source: readonly SourceFile[], names?: readonly string[]) {
      for (const object of planObjects(manifestOf(upload, source).files))
        if (names?.includes(object.name) ?? true)
          await post(upload, object.name, await storedObject(object, source));
    }
    /** From choosing the folder to UPLOAD_COMPLETE. */
    async function upload(planted_: Planted, source: readonly SourceFile[], isUpdate = false) {
      await begin(planted_, manifestOf(planted_, source, isUpdate));
      await move(planted_, "UPLOADING");
      await send(planted_, source);
      await move(planted_, "UPLOAD_INTEGRITY_CHECK");
      return move(planted_, "UPLOAD_COMPLETE");
    }
    return { identity, move, metadata, progress, post, begin, send, upload };
  }

  async function keysIn(bucket: string): Promise<string[]> {
    return (await files.list(bucket, { prefix: "" })).objects.map(({ key }) => key);
  }
  async function stateOf({ uploadId }: Planted) {
    const query = db.selectFrom("uploads").selectAll().where("id", "=", uploadId);
    return query.executeTakeFirstOrThrow();
  }
  const bytesAt = async (bucket: string, key: string): Promise<Buffer> =>
    buffer(await files.read(bucket, key));

  return {
    db,
    store,
    faults,
    server,
    openServer,
    buckets: BUCKETS,
    plant,
    browser,
    keysIn,
    bytesAt,
    stateOf,
    lidarFolder,
    close: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The store, asking first whether the call is to fail. */
function interrupted(
  store: ObjectStore,
  faults: { before?: (call: string, key: string) => void },
): ObjectStore {
  return {
    wireAlgorithm: store.wireAlgorithm,
    ensureBuckets: (buckets) => store.ensureBuckets(buckets),
    presignPost: (ticket) => store.presignPost(ticket),
    head: async (bucket, key) => {
      faults.before?.("head", key);
      return store.head(bucket, key);
    },
    list: async (bucket, query) => {
      faults.before?.("list", query.prefix);
      return store.list(bucket, query);
    },
    read: async (bucket, key, range) => {
      faults.before?.("read", key);
      return store.read(bucket, key, range);
    },
    write: async (bucket, key, body, options) => {
      faults.before?.("write", key);
      return store.write(bucket, key, body, options);
    },
    join: async (source, target) => {
      faults.before?.("join", target.key);
      return store.join(source, target);
    },
    remove: async (bucket, keys) => {
      faults.before?.("remove", keys[0] ?? "");
      await store.remove(bucket, keys);
    },
    ping: () => store.ping(),
  };
}
