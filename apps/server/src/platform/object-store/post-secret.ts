import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";

const SECRET_BYTES = 32;

/** The secret of the file store's forms: read from its file, or made (0600) at the first start. */
export async function openPostSecret(path: string): Promise<Buffer> {
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(randomBytes(SECRET_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Of several processes that start at once, the first to link it decides.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readSecret(path))!;
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  const secret = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (secret !== undefined && secret.length !== SECRET_BYTES)
    throw new Error(`${path} is damaged: it should hold ${SECRET_BYTES} bytes`);
  return secret;
}
