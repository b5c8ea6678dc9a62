import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { createReadStream, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ReleaseProblem } from "./release-source.ts";

const SUMS = "SHA256SUMS";

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Writes the sums of files beside the first, as `sha256sum --check` reads them; its path. */
export async function writeSums(paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const path of paths.toSorted()) lines.push(`${await sha256Of(path)}  ${basename(path)}\n`);
  const target = join(dirname(paths[0] ?? ""), SUMS);
  writeFileSync(target, lines.join(""));
  return target;
}

function readKey(path: string): KeyObject {
  const key = keyAt(path);
  if (key?.asymmetricKeyType !== "ed25519")
    throw new ReleaseProblem(
      `${path} holds no Ed25519 key: make one by openssl genpkey -algorithm ed25519.`,
    );
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ReleaseProblem(`${path} can be read by others: chmod 600 ${path}.`);
  return key;
}

function keyAt(path: string): KeyObject | undefined {
  try {
    return createPrivateKey(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Signs the sums by the Ed25519 key of a file; `openssl pkeyutl -verify -rawin` verifies it. */
export function signSums(sums: string, keyPath: string): string {
  const target = `${sums}.sig`;
  writeFileSync(target, sign(null, readFileSync(sums), readKey(keyPath)));
  return target;
}
