import { text } from "node:stream/consumers";
import { retentionEndpoints as calls } from "@swath/contract/retention";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { bucketsNamed, deletionRig } from "../testing/deletion-rig.ts";
import { adoptCertificates, storeCertificates } from "./stored-certificates.ts";

let rig: Awaited<ReturnType<typeof deletionRig>>;
beforeEach(async () => {
  rig = await deletionRig({ buckets: bucketsNamed("x") });
  await sql`INSERT INTO installation (id) VALUES (gen_random_uuid())`.execute(rig.db);
  await rig.order("flight", "FL000001");
  await rig.work();
});
afterEach(() => rig.close());

const bucket = "x-support";
async function stored(): Promise<[key: string, document: string][]> {
  const found: [string, string][] = [];
  for await (const { key } of objectsBelow(rig.store, bucket, "certificates/"))
    found.push([key, await text(await rig.store.read(bucket, key))]);
  return found;
}
const listed = async () => (await rig.ask(calls.listCertificates, {})).reply;
/** As a database is that was restored from a backup of before the deletion. */
const forget = () => sql`TRUNCATE certificates CASCADE`.execute(rig.db);
const adopt = () => adoptCertificates(rig.deps);

test("a certificate is signed and stored once, though nobody has read it", async () => {
  await storeCertificates(rig.deps);
  const [first] = await stored();
  expect(first?.[0]).toMatch(/^certificates\/20\d\d-.*_flight_\d+\.json$/);
  const { certificate, signature } = JSON.parse(first?.[1] ?? "{}");
  expect(certificate).toMatchObject({ kind: "flight", about: "FL000001", objects: 8 });
  expect(signature).toMatchObject({ algorithm: "Ed25519", kid: "a-key" });
  const writes: string[] = [];
  rig.faults.before = (call, key) => void (call === "write" && writes.push(key));
  await storeCertificates(rig.deps);
  expect(writes).toEqual([]);
});

test("a store that is away keeps nothing back: it is stored at the next turn", async () => {
  rig.faults.before = () => {
    throw new Error("away");
  };
  await expect(storeCertificates(rig.deps)).rejects.toThrow("away");
  rig.faults.before = () => undefined;
  await storeCertificates(rig.deps);
  expect(await stored()).toHaveLength(1);
});

test("one that stands and could not be noted is no other's: it is listed once", async () => {
  rig.faults.after = (call) => {
    if (call === "write") throw new Error("killed");
  };
  await expect(storeCertificates(rig.deps)).rejects.toThrow("killed");
  rig.faults.after = () => undefined;
  expect(await stored()).toHaveLength(1);
  expect(await adopt()).toBe(0);
  await storeCertificates(rig.deps);
  expect(await listed()).toHaveLength(1);
});

test("certificates that a restored database lacks are listed again, and read as they were signed", async () => {
  await storeCertificates(rig.deps);
  const [[, document]] = (await stored()) as [[string, string]];
  const before = await listed();
  await forget();
  expect(await listed()).toEqual([]);
  expect(await adopt()).toBe(1);
  const [after] = await listed();
  expect(after).toMatchObject({ ...before[0], id: expect.any(Number) });
  const params = { certificateId: String(after?.id) };
  expect((await rig.ask(calls.readCertificate, { params })).reply.document).toBe(document);
  expect(await adopt()).toBe(0);
});

test.each([
  ["says something else", (signed: string) => signed.replace("on request", "on a whim")],
  ["is no document", () => "{"],
  ["has no signature", (signed: string) => JSON.stringify({ certificate: JSON.parse(signed) })],
])("a stored certificate that %s is not listed", async (_, change) => {
  await storeCertificates(rig.deps);
  const [[key, document]] = (await stored()) as [[string, string]];
  await forget();
  const bytes = Buffer.from(change(document));
  await rig.store.write(bucket, key, [bytes], { size: bytes.length });
  expect(await adopt()).toBe(0);
});

test("a certificate of another installation, or by a revoked key, is not listed", async () => {
  await storeCertificates(rig.deps);
  await forget();
  const { id } = await rig.db.selectFrom("installation").select("id").executeTakeFirstOrThrow();
  await sql`UPDATE installation SET id = gen_random_uuid()`.execute(rig.db);
  expect(await adopt()).toBe(0);
  await sql`UPDATE installation SET id = ${id}`.execute(rig.db);
  await sql`UPDATE installation_keys SET revoked = now()`.execute(rig.db);
  expect(await adopt()).toBe(0);
  await sql`UPDATE installation_keys SET revoked = NULL`.execute(rig.db);
  expect(await adopt()).toBe(1);
});
