import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { keepSecret, putSecret, readSecret } from "../secret-file.ts";

/** Secrets that seal sessions, newest first. */
export type SessionKeys = readonly [string, ...string[]];

const FILE = "session.key";
const newKey = (): string => randomBytes(32).toString("base64url");

const linesOf = (kept: Buffer): string[] =>
  String(kept)
    .split("\n")
    .filter((line) => line !== "");

/** Names a key without telling it: these keys are random, so that none is found by trying. */
const thumbprint = (key: string): string =>
  createHash("sha256").update(`swath session key ${key}`).digest("base64url");

export const sessionKeyFile = (dataFolder: string): string => join(dataFolder, FILE);

/** The thumbprints of the data folder's keys, newest first; undefined where there is no file. */
export async function sessionThumbprints(dataFolder: string): Promise<string[] | undefined> {
  const kept = await readSecret(sessionKeyFile(dataFolder));
  return kept && linesOf(kept).map(thumbprint);
}

/** The keys of the data folder, one in each line; made at the first start. */
export async function storedKeysOfSessions(dataFolder: string): Promise<SessionKeys> {
  const path = sessionKeyFile(dataFolder);
  const [newest, ...former] = linesOf(await keepSecret(path, async () => newKey()));
  if (newest === undefined) throw new Error(`${path} is damaged: it should hold a key`);
  return [newest, ...former];
}

/**
 * Puts a new key before those of the data folder, of which it keeps so many. Where there is no file
 * it is made if `isLost`: the installation had keys, which this folder lacks.
 */
export async function rotateSessionKeys(
  dataFolder: string,
  former: number,
  { isLost = false }: { readonly isLost?: boolean } = {},
): Promise<void> {
  const path = sessionKeyFile(dataFolder);
  const kept = await readSecret(path);
  if (kept === undefined && !isLost) return;
  const keys = kept === undefined ? [] : linesOf(kept).slice(0, former);
  await putSecret(path, [newKey(), ...keys].join("\n"));
}
