import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReceiptKeys, type ReceiptKeys, rotateReceiptKeys } from "./receipt-keys.ts";

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-keys-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isGood({ published }: ReceiptKeys, kid: string, signature: string): boolean {
  const key = published.keys.find((each) => each.kid === kid);
  if (key === undefined) return false;
  const made = createPublicKey({ key: { ...key }, format: "jwk" });
  return verify(null, Buffer.from("a text"), made, Buffer.from(signature, "base64"));
}

test("the key is made once, for its owner's eyes, and no private half is published", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder);
  const again = await openReceiptKeys(folder);
  expect(again.kid).toBe(first.kid);
  expect((await stat(join(folder, "receipt-keys.json"))).mode & 0o077).toBe(0);
  expect(Object.keys(first.published.keys[0]!)).toEqual(["kty", "crv", "x", "kid", "use"]);
});

test("after rotations a new key signs, and every former signature stays good", async () => {
  const folder = await dataFolder();
  const first = await openReceiptKeys(folder);
  const signature = first.sign("a text");
  for (let rotation = 1; rotation <= 3; rotation += 1) {
    await rotateReceiptKeys(folder);
    const rotated = await openReceiptKeys(folder);
    expect(rotated.kid).not.toBe(first.kid);
    expect(rotated.published.keys).toHaveLength(rotation + 1);
    expect(isGood(rotated, first.kid, signature)).toBe(true);
    expect(isGood(rotated, rotated.kid, signature)).toBe(false);
  }
  const kept = String(await readFile(join(folder, "receipt-keys.json")));
  expect(kept.match(/"d":/g)).toHaveLength(1);
});

test("a damaged file of keys is said, and never replaced", async () => {
  const folder = await dataFolder();
  const path = join(folder, "receipt-keys.json");
  await writeFile(path, "{}");
  await expect(openReceiptKeys(folder)).rejects.toThrow("is damaged");
  expect(String(await readFile(path))).toBe("{}");
});
