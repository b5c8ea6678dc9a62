import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { changeSecret, keepSecret } from "../secret-file.ts";

/** Secrets that seal sessions, newest first. */
export type SessionKeys = readonly [string, ...string[]];

const FILE = "session.key";
const newKey = (): string => randomBytes(32).toString("base64url");

/** The keys of the data folder, one in each line; made at the first start. */
export async function keptSessionKeys(dataFolder: string): Promise<SessionKeys> {
  const path = join(dataFolder, FILE);
  const kept = String(await keepSecret(path, async () => newKey()));
  const [newest, ...former] = kept.split("\n").filter((line) => line !== "");
  if (newest === undefined) throw new Error(`${path} is damaged: it should hold a key`);
  return [newest, ...former];
}

/** Puts a new key before those of the data folder, of which it keeps so many. */
export async function rotateSessionKeys(dataFolder: string, former: number): Promise<void> {
  await changeSecret(join(dataFolder, FILE), (kept) =>
    [newKey(), ...String(kept).split("\n").slice(0, former)].join("\n"),
  );
}
