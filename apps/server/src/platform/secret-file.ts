import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders, unless } from "./system.ts";

/** A secret kept in a file; undefined where there is none. */
export async function readSecret(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(unless("ENOENT"));
}

/** Reads a secret kept in a file for its owner only; makes it where there is none, once for all processes. */
export async function keepSecret(
  path: string,
  make: () => Promise<string | Uint8Array>,
): Promise<Buffer> {
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  await makeFolders(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await make(), { mode: 0o600, flag: "wx", flush: true });
  // Of several processes that start at once, the first to link it decides; a rename would replace it.
  await link(draft, path).catch(unless("EEXIST"));
  await rm(draft);
  return readFile(path);
}

/** Replaces a kept secret by what is made of it; where there is none it is left so. */
export async function changeSecret(
  path: string,
  change: (kept: Buffer) => string | Uint8Array,
): Promise<void> {
  const kept = await readSecret(path);
  if (kept !== undefined) await putSecret(path, change(kept));
}

/** Keeps a secret in a file, in the stead of what it held. */
export async function putSecret(path: string, secret: string | Uint8Array): Promise<void> {
  await makeFolders(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, secret, { mode: 0o600, flag: "wx", flush: true });
  await rename(draft, path);
}
