import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Role } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import type { SealedFile, StoredVerifications } from "@swath/contract/uploads";
import { createXXHash128 } from "hash-wasm";
import { sealedData } from "../../domain/uploads/sealed-files.ts";
import { sealedManifestBytes } from "../../domain/uploads/sealed-manifest.ts";
import { readReadings } from "../../domain/uploads/stored-readings.ts";
import { readUpload } from "../../domain/uploads/upload-record.ts";
import { monotonicClock, systemClock } from "../../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import {
  handRunQueues,
  type HandRunQueues,
} from "../../platform/queues/testing/hand-run-queues.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { ColdObjects } from "../../platform/object-store/testing/cold-objects.ts";
import { coldStore } from "../../platform/object-store/testing/cold-store.ts";
import { flipByte } from "../../platform/object-store/testing/flip-byte.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { workScrub, workVerifications } from "../scrub.workers.ts";
import { serveVerifications } from "../verification.routes.ts";

const ROLES = ["uploads", "lidar", "imagery", "terrainMapperLidar"] as const;
const names = { processing: "p", ai: "a", terrainMapperProcessing: "t", archive: "z" };
export const buckets = {
  ...Object.fromEntries(ROLES.map((role) => [role, `swath-${role.toLowerCase()}`])),
  ...names,
} as Record<(typeof ROLES)[number] | keyof typeof names, string>;
const PREFIX = "FL000101/LiDAR/";
export const FOLDER = "FL000101_045";
const FILES = ["a.range", "b.range", "c.range"];
/** Behind all that these tests store. */
const LATER_MS = 3_600_000;

/** Data that is ready, as the rebuild leaves it, in a store and a database of its own. */
export class ScrubScene {
  readonly folder: string;
  readonly database: TestDatabase;
  readonly store: ObjectStore;
  readonly hand: HandRunQueues;
  readonly #ask: ReturnType<typeof recordServe>["ask"];
  /** What the server takes for the time. */
  now = new Date(Math.trunc(Date.now() / 1_000) * 1_000 + LATER_MS);

  private constructor(parts: { folder: string; database: TestDatabase; store: ObjectStore }) {
    this.folder = parts.folder;
    this.database = parts.database;
    this.store = parts.store;
    this.hand = handRunQueues(parts.database.db);
    const { serve, ask } = recordServe();
    serveVerifications(serve, { db: parts.database.db, queues: this.hand.queues });
    this.#ask = ask;
  }

  static async open(): Promise<ScrubScene> {
    const folder = await mkdtemp(join(tmpdir(), "swath-scrub-"));
    const database = await createTestDatabase();
    const secret = Buffer.from("a secret of this test only");
    const files = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
    const store = coldStore(files, new ColdObjects(systemClock));
    await store.ensureBuckets([buckets.lidar, buckets.imagery]);
    await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
        departure_timezone, document_major_version, types)
      VALUES ('FL000101', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(
      database.db,
    );
    const scene = new ScrubScene({ folder, database, store });
    const { db } = database;
    const { queues } = scene.hand;
    const reading = { db, store, buckets, queues, clock: () => scene.now, now: monotonicClock };
    await workScrub({ ...reading, everyDays: 30, bytesPerSecond: 1e9 });
    await workVerifications(reading);
    return scene;
  }

  get db() {
    return this.database.db;
  }

  async close(): Promise<void> {
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  keyOf(name: string, folder = FOLDER): string {
    return `${PREFIX}${folder}/${name}`;
  }

  async sealFile(name: string, verified?: string, folder = FOLDER): Promise<SealedFile> {
    const fullPath = `${folder}/${name}`;
    const bytes = Buffer.from(`the content of ${name}`);
    await this.store.write(buckets.lidar, PREFIX + fullPath, [bytes], { size: bytes.length });
    const xxh128 = [(await createXXHash128()).init().update(bytes).digest("hex")];
    const size = { originalSize: bytes.length, parts: 1, zipped: false };
    const facts = { fileName: name, fullPath, ...size, destination: "LiDAR" as const, xxh128 };
    return verified === undefined ? facts : { ...facts, verified };
  }

  /** An upload that is ready; `verified` is when its rebuild read it, if that is known. */
  async seedReady(n: number, verified?: string, fileNames = FILES): Promise<string> {
    const id = `${"0".repeat(23)}${n}`;
    const locations = [`s3://${buckets.lidar}/${PREFIX}`];
    await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status, locations, ready_at,
        subject, user_name)
      VALUES (${id}, 'FL000101', 'LiDAR', ${`Galaxy ${n}`}, 'DATA_READY', ${locations}, now(),
        'crew', 'Crew')`.execute(this.db);
    await sql`INSERT INTO upload_plans
      (upload_id, is_update, base_folder, digest, landing, total_bytes, total_files, settled)
      VALUES (${id}, false, ${FOLDER}, '', '', 1, 1, true)`.execute(this.db);
    await this.seal(id, fileNames, verified);
    return id;
  }

  /** Seals files in the folder of an upload: each has one of its own. */
  async seal(uploadId: string, fileNames: readonly string[], verified?: string): Promise<void> {
    const baseFolder = uploadId.endsWith("1") ? FOLDER : `${FOLDER}_${uploadId.at(-1)}`;
    const files: SealedFile[] = [];
    for (const name of fileNames) files.push(await this.sealFile(name, verified, baseFolder));
    const head = {
      flightId: "FL000101",
      uploadId,
      uploadType: "LiDAR" as const,
      sensorName: "Galaxy",
      isUpdate: false,
      baseFolder,
      user: "",
      sealed: new Date().toISOString(),
    };
    const sealed: Buffer[] = [];
    for await (const piece of sealedManifestBytes(head, files)) sealed.push(piece);
    const bytes = Buffer.concat(sealed);
    const key = this.keyOf("FL000101_metadata.json", baseFolder);
    await this.store.write(buckets.lidar, key, [bytes], { size: bytes.length });
  }

  /** Changes a byte of a stored file as a failing disk does: its size and its times stay. */
  async flipByte(name: string): Promise<void> {
    const found = await readdir(this.folder, { recursive: true });
    const path = found.find((each) => each.endsWith(`/${FOLDER}/${name}`))!;
    await flipByte(join(this.folder, path), 3);
  }

  async scrub(): Promise<void> {
    await this.hand.tick("scrub");
    await this.hand.runAll();
  }

  /** Moves every scrub so many days back. */
  age(days: number) {
    return sql`UPDATE scrubs SET ended = ended - ${days} * interval '1 day'`.execute(this.db);
  }

  findings() {
    return this.db.selectFrom("scrub_findings").select(["key", "fault"]).orderBy("key").execute();
  }

  events(action: string) {
    return this.db
      .selectFrom("audit.events")
      .select(["detail", "subject"])
      .where("action", "=", action as never)
      .orderBy("id")
      .execute();
  }

  /** When each file was last read, as a receipt says it; null where that is unknown. */
  async timesRead(uploadId: string): Promise<(string | null)[]> {
    const upload = await readUpload(this.db, { uploadId });
    const data = await sealedData({ store: this.store, buckets }, upload);
    const readings = await readReadings(this.db, uploadId, data);
    const times: (string | null)[] = [];
    for (const entry of data.entries)
      for (const [index, { bucket, key }] of entry.places.entries()) {
        const { modified } = (await this.store.head(bucket, key))!;
        times.push(readings.readAt(entry, index, modified)?.toISOString() ?? null);
      }
    return times;
  }

  async call(
    name: "verifyStored" | "cancelVerification" | "readVerification",
    uploadId: string,
    { subject = "crew", roles = [] as Role[], flightId = "FL000101" } = {},
  ): Promise<StoredVerifications> {
    const request = { params: { flightId, uploadId }, identity: testIdentity(subject, ...roles) };
    return (await this.#ask(endpoints[name], request)).reply;
  }

  /** Orders a reading, and has it done. */
  async verify(uploadId: string): Promise<StoredVerifications> {
    await this.call("verifyStored", uploadId);
    await this.hand.runAll();
    return this.call("readVerification", uploadId);
  }
}
