import { randomBytes } from "node:crypto";
import { z } from "zod";
import { newIdentity, recipientOf } from "../platform/age/age-file.ts";
import { keepSecret } from "../platform/secret-file.ts";

/** The data folder's file of an installation's own keys of backups. */
export const BACKUP_KEYS_FILE = "backup-keys.json";

const fileSchema = z.object({ names: z.base64(), identity: z.string() });

/**
 * What an installation needs to go on with its backups: the key that names sealed content, and an identity
 * of its own that opens the list of objects of the backup before, and nothing else of it.
 */
export interface BackupKeys {
  readonly names: Buffer;
  readonly identity: string;
  readonly recipient: string;
}

const NAMES_BYTES = 32;

async function newKeys(): Promise<string> {
  const { identity } = await newIdentity();
  return JSON.stringify({ names: randomBytes(NAMES_BYTES).toString("base64"), identity });
}

/** The keys in a file; made where there are none. Lost ones cost a backup that reads every object again. */
export async function openBackupKeys(path: string): Promise<BackupKeys> {
  const { names, identity } = fileSchema.parse(JSON.parse(String(await keepSecret(path, newKeys))));
  return { names: Buffer.from(names, "base64"), identity, recipient: await recipientOf(identity) };
}
