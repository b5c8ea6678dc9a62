import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Encrypts what must not be readable where it is kept. */
export interface Sealer {
  seal(plain: string): Buffer;
  /** Undefined where the text was made with another key, or was changed. */
  unseal(sealed: Uint8Array): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived from a secret; `purpose` keeps one use's texts from another's. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = createHash("sha256").update(`${purpose}\0${secret}`).digest();
  return {
    seal: (plain) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unseal: (sealed) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/** Reads a secret kept in a file for its owner only; makes it where there is none, once for all processes. */
export async function keepSecret(path: string, make: () => Promise<string>): Promise<string> {
  const kept = await readFile(path, "utf8").catch(() => undefined);
  if (kept !== undefined) return kept;
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(aside, await make(), { mode: 0o600 });
  // A link, unlike a rename, leaves the secret of the first process.
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(aside);
  return readFile(path, "utf8");
}
