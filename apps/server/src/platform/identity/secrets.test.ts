import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepSecret } from "../secret-file.ts";
import { createSealer } from "./secrets.ts";

test("what was sealed is read with the same key and purpose only, and unchanged only", () => {
  const sealer = createSealer(["key"], "tokens");
  const sealed = sealer.seal("the refresh token");
  expect(sealer.unseal(sealed)).toBe("the refresh token");
  expect(sealed.toString("latin1")).not.toContain("refresh");
  expect(createSealer(["other"], "tokens").unseal(sealed)).toBeUndefined();
  expect(createSealer(["key"], "attempt").unseal(sealed)).toBeUndefined();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(sealer.unseal(changed)).toBeUndefined();
  expect(sealer.unseal(Buffer.alloc(3))).toBeUndefined();
});

test("the newest key seals, and what a former one sealed is read", () => {
  const before = createSealer(["former"], "tokens").seal("a");
  const rotated = createSealer(["newest", "former"], "tokens");
  expect(rotated.unseal(before)).toBe("a");
  const after = rotated.seal("b");
  expect(rotated.unseal(after)).toBe("b");
  expect(createSealer(["newest"], "tokens").unseal(after)).toBe("b");
  expect(createSealer(["former"], "tokens").unseal(after)).toBeUndefined();
  expect(createSealer(["newest"], "tokens").unseal(before)).toBeUndefined();
});

test("a secret is made once, however many ask at the same time, and is its owner's only", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-secret-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "new", "key");
  let made = 0;
  const make = async (): Promise<string> => `secret ${(made += 1)}`;
  const read = await Promise.all(Array.from({ length: 8 }, () => keepSecret(path, make)));
  expect(new Set(read.map(String)).size).toBe(1);
  expect((await stat(path)).mode & 0o077).toBe(0);
});
