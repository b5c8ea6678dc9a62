import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signSums, writeSums } from "./sums.ts";

const place = mkdtempSync(join(tmpdir(), "swath-sums-"));
const [key, publicKey] = [join(place, "release.key"), join(place, "release.pub")];
let sums: string;

beforeAll(async () => {
  const pair = generateKeyPairSync("ed25519");
  writeFileSync(key, pair.privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  writeFileSync(publicKey, pair.publicKey.export({ type: "spki", format: "pem" }));
  for (const name of ["b.deb", "a.tar.gz"]) writeFileSync(join(place, name), name);
  sums = await writeSums(["b.deb", "a.tar.gz"].map((name) => join(place, name)));
});
afterAll(() => rmSync(place, { recursive: true }));

const openssl = (signature: string) =>
  spawnSync(
    "openssl",
    [
      ["pkeyutl", "-verify", "-pubin", "-inkey", publicKey, "-rawin"],
      ["-in", sums, "-sigfile", signature],
    ].flat(),
    { encoding: "utf8" },
  ).status;

test("sums and signature are verified by what every Linux has", () => {
  const check = spawnSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: place });
  expect(check.status).toBe(0);
  const signature = signSums(sums, key);
  expect(openssl(signature)).toBe(0);
  writeFileSync(sums, "0".repeat(64), { flag: "a" });
  expect(openssl(signature)).not.toBe(0);
});

test("a key that others may read, or that is none, signs nothing", () => {
  chmodSync(key, 0o644);
  expect(() => signSums(sums, key)).toThrow("chmod 600");
  expect(() => signSums(sums, publicKey)).toThrow("holds no Ed25519 key");
  expect(() => signSums(sums, join(place, "none"))).toThrow("holds no Ed25519 key");
});
