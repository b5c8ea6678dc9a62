import { mkdtempDisposable, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPostSecret } from "./post-secret.ts";

test("a secret is made once, for its owner only, however many start at the same time", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "swath-secret-"));
  const path = join(folder.path, "sub", "store-secret");
  const secrets = await Promise.all(Array.from({ length: 8 }, () => openPostSecret(path)));
  for (const secret of secrets) expect(secret).toEqual(secrets[0]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await openPostSecret(path)).toEqual(secrets[0]);
  expect(await readdir(join(folder.path, "sub"))).toEqual(["store-secret"]);
});

test("a secret that is damaged is told, not used", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "swath-secret-"));
  const path = join(folder.path, "store-secret");
  await writeFile(path, "");
  await expect(openPostSecret(path)).rejects.toThrow("is damaged");
});
