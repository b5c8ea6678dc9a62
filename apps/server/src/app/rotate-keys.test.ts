import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSealer } from "../platform/identity/secrets.ts";
import { storedKeysOfSessions } from "../platform/identity/session-keys.ts";
import {
  isSignedByAny,
  signWithNewest,
  openPostSecret,
} from "../platform/object-store/post-secret.ts";
import { readConfig } from "./config/read-config.ts";
import { rotateKeys } from "./rotate-keys.ts";

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-rotate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("after a rotation new keys seal and sign, and what the former two did stays good", async () => {
  const folder = await dataFolder();
  const config = readConfig({ SWATH_DATA: folder });
  const state = async () => ({
    keys: await storedKeysOfSessions(folder),
    ring: await openPostSecret(join(folder, "store-secret")),
  });
  const first = await state();
  const sealed = createSealer(first.keys, "tokens").seal("a session");
  const signed = signWithNewest(first.ring, "a form");
  for (const stays of [true, true, false]) {
    const before = await state();
    await rotateKeys(config, undefined);
    const { keys, ring } = await state();
    expect(keys[0]).not.toBe(before.keys[0]);
    expect(ring.subarray(0, 32)).not.toEqual(before.ring.subarray(0, 32));
    expect(createSealer(keys, "tokens").unseal(sealed)).toBe(stays ? "a session" : undefined);
    expect(isSignedByAny(ring, "a form", signed)).toBe(stays);
  }
  for (const name of ["session.key", "store-secret"])
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test("a key of the environment is left as it is, and nothing is made where nothing was", async () => {
  const folder = await dataFolder();
  const key = "k".repeat(32);
  const lines = await rotateKeys(
    readConfig({ SWATH_DATA: folder, SWATH_SESSION_KEY: key }),
    undefined,
  );
  expect(lines.join(" ")).toContain("SWATH_SESSION_KEY is set");
  await expect(readFile(join(folder, "session.key"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("SWATH_SESSION_KEY holds keys by comma, newest first, none of them short", () => {
  const [a, b] = ["a".repeat(32), "b".repeat(40)];
  expect(readConfig({ SWATH_SESSION_KEY: `${a}, ${b}` }).sessionKeys).toEqual([a, b]);
  expect(() => readConfig({ SWATH_SESSION_KEY: `${a},short` })).toThrow("32 characters");
});
