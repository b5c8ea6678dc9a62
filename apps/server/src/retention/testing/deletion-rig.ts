import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Endpoint } from "@swath/contract/endpoint";
import { retentionEndpoints as calls } from "@swath/contract/retention";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { expect } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import {
  type RecordedRequest,
  recordServe,
  testIdentity,
} from "../../platform/http/testing/recorded-serve.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import {
  type Faults,
  interruptedStore,
} from "../../platform/object-store/testing/interrupted-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { handRunQueues } from "../../platform/queues/testing/hand-run-queues.ts";
import type { VersionRemoval } from "../deletion/delete-versions.ts";
import { serveRetention } from "../retention.routes.ts";
import { workRetention } from "../retention.workers.ts";
import { keysOf, PROJECTS, seedRecords } from "./flight-records.ts";

type Buckets = Readonly<Record<BucketRole, string>>;
type Kind = "flight" | "project";

/** A name for each bucket, all with one prefix. */
export const bucketsNamed = (prefix: string): Buckets =>
  Object.fromEntries(
    BUCKET_ROLES.map((role) => [role, `${prefix}-${role.toLowerCase()}`]),
  ) as Record<BucketRole, string>;

/** A store with an S3 store's versions in place of a file store of its own. */
interface RigStore {
  readonly buckets: Buckets;
  readonly store?: ObjectStore;
  readonly versions?: VersionRemoval;
}

async function openFiles() {
  const folder = await mkdtemp(join(tmpdir(), "swath-deletion-"));
  const secret = Buffer.from("a secret of this test only");
  const store = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  return { store, close: () => rm(folder, { recursive: true }) };
}

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
/** The key of receipts, as the database publishes it. */
const X = publicKey.export({ format: "jwk" }).x!;
const signer = {
  kid: "a-key",
  sign: (value: string) => sign(null, Buffer.from(value), privateKey).toString("base64"),
};

/** A certificate's content and the lines of its list; signature and checksum are verified. */
async function readProof(store: ObjectStore, document: string) {
  const { certificate: content, signature } = JSON.parse(document);
  const value = Buffer.from(signature.value, "base64");
  expect(verify(null, Buffer.from(JSON.stringify(content)), publicKey, value)).toBe(true);
  const list = await text(await store.read(content.list.bucket, content.list.key));
  expect(createHash("sha256").update(list).digest("hex")).toBe(content.list.sha256);
  const lines = list
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { content, lines };
}

/** Serves and works on a database and a store, as an administrator asks. */
async function openArea(db: Db, store: ObjectStore, { buckets, versions }: RigStore) {
  const supportBucket = `${buckets.uploads.replace(/-uploads$/, "")}-support`;
  await store.ensureBuckets([...Object.values(buckets), supportBucket]);
  const faults: Faults = {};
  const hand = handRunQueues(db);
  const server = recordServe();
  const identity = testIdentity("ada", "admin");
  const deps = {
    db,
    signer,
    store: interruptedStore(store, faults),
    buckets,
    supportBucket,
    endSessions: async () => 0,
    retentionYears: 10,
  };
  serveRetention(server.serve, deps);
  const storeKind = versions === undefined ? "file" : "s3";
  await workRetention({ ...deps, queues: hand.queues, storeKind, versions });
  /** Asks as the administrator. */
  const ask = <R extends Endpoint>(endpoint: R, request: RecordedRequest) =>
    server.ask(endpoint, { identity, ...request });
  return { faults, hand, deps, ask };
}

/**
 * The area of retention on a database and a store, with three flights: 1 is of the project P1 twice, 2 of P1
 * and P2, 3 of P2. An administrator asks; background work is done by hand.
 */
export async function deletionRig(given: RigStore) {
  const { buckets } = given;
  const database = await createTestDatabase();
  const { db } = database;
  const files = given.store === undefined ? await openFiles() : undefined;
  const store: ObjectStore = given.store ?? files!.store;
  const area = await openArea(db, store, given);
  const {
    ask,
    hand,
    deps: { supportBucket },
  } = area;
  await sql.raw(PROJECTS).execute(db);
  await db
    .insertInto("installation_keys")
    .values({ purpose: "receipts", kid: signer.kid, x: X })
    .execute();

  const put = (bucket: string, key: string) =>
    store.write(bucket, key, [Buffer.from(key)], { size: Buffer.byteLength(key) });
  const seedFlight = async (n: number, ...projects: readonly string[]): Promise<void> => {
    await seedRecords(db, buckets, n, projects);
    for (const [bucket, key] of keysOf(buckets, n)) await put(bucket, key);
  };
  await seedFlight(1, "P1", "P1");
  await seedFlight(2, "P1", "P2");
  await seedFlight(3, "P2");

  const preview = async (kind: Kind, id: string) =>
    (await ask(calls.previewDeletion, { query: { kind, id } })).reply;
  const listed = async () => (await ask(calls.listDeletions, {})).reply;

  return {
    ...area,
    db,
    store,
    put,
    preview,
    listed,
    /** Every key of the data buckets, as `bucket key`. */
    standing: async (): Promise<string[]> => {
      const keys: string[] = [];
      for (const bucket of Object.values(buckets))
        for await (const { key } of objectsBelow(store, bucket, "")) keys.push(`${bucket} ${key}`);
      return keys.toSorted();
    },
    namesOf: (...flights: readonly number[]): string[] =>
      flights
        .flatMap((n) => keysOf(buckets, n).map(([bucket, key]) => `${bucket} ${key}`))
        .toSorted(),
    order: async (kind: Kind, id: string, more: Partial<Record<"uploads", number>> = {}) => {
      const { flights, uploads, processings, archives } = await preview(kind, id);
      const seen = { flights: flights.length, uploads, processings, archives, ...more };
      const body = { kind, id, reason: "on request", seen };
      return (await ask(calls.orderDeletion, { body })).reply;
    },
    work: async (): Promise<void> => {
      await hand.tick("open-deletions");
      await hand.runAll();
    },
    /** The certificate of the latest deletion, and the lines of its list; both are verified. */
    certificate: async () => {
      const [{ certificate: id } = { certificate: 0 }] = await listed();
      const params = { certificateId: String(id) };
      const { reply } = await ask(calls.readCertificate, { params });
      expect(reply.list).toContain(supportBucket);
      return readProof(store, reply.document);
    },
    close: async (): Promise<void> => {
      await database.drop();
      await files?.close();
    },
  };
}
