import { createPublicKey, verify } from "node:crypto";
import { cp, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ForeignKeys, revokeKey, rotateKnown } from "../../domain/installation/known-keys.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import {
  storedReceiptKeys,
  openReceiptKeys,
  type ReceiptKeys,
  rotateReceiptKeys,
} from "./receipt-keys.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());
beforeEach(() => db.deleteFrom("installation_keys").execute());

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-keys-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const fileOf = (folder: string): string => join(folder, "receipt-keys.json");
/** As `swath rotate-keys` does it. */
const rotate = (folder: string) =>
  rotateKnown(db, storedReceiptKeys(folder), (known) => rotateReceiptKeys(folder, known));

async function isGood({ published }: ReceiptKeys, kid: string, signature: string) {
  const key = (await published()).keys.find((each) => each.kid === kid);
  if (key === undefined) return false;
  const made = createPublicKey({ key: { ...key }, format: "jwk" });
  return verify(null, Buffer.from("a text"), made, Buffer.from(signature, "base64"));
}

test("the key is made once, for its owner's eyes, and no private half is published or in the database", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder, db);
  const again = await openReceiptKeys(folder, db);
  expect(again.kid).toBe(first.kid);
  expect((await stat(fileOf(folder))).mode & 0o077).toBe(0);
  expect(Object.keys((await first.published()).keys[0]!)).toEqual([
    "kty",
    "crv",
    "x",
    "kid",
    "use",
  ]);
  const { d } = JSON.parse(String(await readFile(fileOf(folder)))).keys[0];
  const rows = await db.selectFrom("installation_keys").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(d);
});

test("after rotations a new key signs, and every former signature stays good", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder, db);
  const signature = first.sign("a text");
  for (let rotation = 1; rotation <= 3; rotation += 1) {
    await rotate(folder);
    const rotated = await openReceiptKeys(folder, db);
    expect(rotated.kid).not.toBe(first.kid);
    const { keys } = await rotated.published();
    expect(keys.map(({ kid }) => kid)).toEqual([
      rotated.kid,
      ...keys.slice(1).map(({ kid }) => kid),
    ]);
    expect(keys).toHaveLength(rotation + 1);
    expect(await isGood(rotated, first.kid, signature)).toBe(true);
    expect(await isGood(rotated, rotated.kid, signature)).toBe(false);
  }
  const kept = String(await readFile(fileOf(folder)));
  expect(kept.match(/"d":/g)).toHaveLength(1);
});

test("K1 keys of before the database knew any become known, former ones too", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder, db);
  await rotate(folder);
  await db.deleteFrom("installation_keys").execute();
  const { kid, published } = await openReceiptKeys(folder, db);
  expect((await published()).keys.map((key) => key.kid)).toEqual([kid, first.kid]);
});

test("K1 of servers that start at once on folders of their own one makes the key, the others are refused", async () => {
  const folders = [await dataFolder(), await dataFolder(), await dataFolder()];
  const opened = await Promise.allSettled(folders.map((folder) => openReceiptKeys(folder, db)));
  expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const made = await Promise.all(
    folders.map((folder) => stat(fileOf(folder)).catch(() => undefined)),
  );
  expect(made.filter((file) => file !== undefined)).toHaveLength(1);
});

test("K1 on one folder all of them go on with one key", async () => {
  const folder = await dataFolder();
  const opened = await Promise.all([1, 2, 3].map(() => openReceiptKeys(folder, db)));
  expect(new Set(opened.map(({ kid }) => kid)).size).toBe(1);
  expect((await opened[0]!.published()).keys).toHaveLength(1);
});

test("K4 a folder that lacks the key makes none; with the file brought it signs, and receipts of before stay good", async () => {
  const [folder, other] = [await dataFolder(), await dataFolder()];
  const first = await openReceiptKeys(folder, db);
  const signature = first.sign("a text");
  await expect(openReceiptKeys(other, db)).rejects.toThrow(ForeignKeys);
  await expect(openReceiptKeys(other, db)).rejects.toThrow(
    `bring the file with the key ${first.kid}`,
  );
  await expect(stat(fileOf(other))).rejects.toMatchObject({ code: "ENOENT" });
  await cp(fileOf(folder), fileOf(other));
  const second = await openReceiptKeys(other, db);
  expect(second.kid).toBe(first.kid);
  expect(await isGood(second, first.kid, signature)).toBe(true);
});

test("K4 where the file is lost a rotation makes a new key, and receipts of before stay good", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder, db);
  const signature = first.sign("a text");
  await rename(fileOf(folder), join(folder, "lost"));
  await rotate(folder);
  const after = await openReceiptKeys(folder, db);
  expect(after.kid).not.toBe(first.kid);
  expect(await isGood(after, first.kid, signature)).toBe(true);
});

test("K5 a folder whose key was rotated elsewhere since is refused", async () => {
  const [folder, other] = [await dataFolder(), await dataFolder()];
  const first = await openReceiptKeys(folder, db);
  await cp(fileOf(folder), fileOf(other));
  await rotate(folder);
  await expect(openReceiptKeys(other, db)).rejects.toThrow("replaced by a newer one");
  // A server that runs still publishes the new one.
  const { kid } = await openReceiptKeys(folder, db);
  expect((await first.published()).keys.map((key) => key.kid)).toContain(kid);
});

test("K6 so is one that made a key of its own, until a rotation takes both into the installation", async () => {
  const [folder, other] = [await dataFolder(), await dataFolder()];
  const strange = await openReceiptKeys(other, db);
  const signature = strange.sign("a text");
  await db.deleteFrom("installation_keys").execute();
  const first = await openReceiptKeys(folder, db);
  await expect(openReceiptKeys(other, db)).rejects.toThrow("not this installation's");
  await rotate(other);
  const after = await openReceiptKeys(other, db);
  expect(await isGood(after, strange.kid, signature)).toBe(true);
  expect(await isGood(after, first.kid, first.sign("a text"))).toBe(true);
});

test("a key that became known to others is revoked for all servers, whatever their files hold", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder, db);
  expect(await revokeKey(db, first.kid)).toEqual({ kind: "none", former: [] });
  await rotate(folder);
  const second = await openReceiptKeys(folder, db);
  expect(await revokeKey(db, second.kid)).toEqual({ kind: "none", former: [first.kid] });
  expect(await revokeKey(db, first.kid)).toEqual({ kind: "revoked" });
  await rotate(folder);
  const third = await openReceiptKeys(folder, db);
  expect((await third.published()).keys.map(({ kid }) => kid)).toEqual([third.kid, second.kid]);
});

test("a damaged file of keys is said, and never replaced", async () => {
  const folder = await dataFolder();
  await writeFile(fileOf(folder), "{}");
  await expect(openReceiptKeys(folder, db)).rejects.toThrow("is damaged");
  await expect(rotate(folder)).rejects.toThrow("is damaged");
  expect(String(await readFile(fileOf(folder)))).toBe("{}");
});
