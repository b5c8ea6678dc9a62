import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts what must not be readable where it is kept. */
export interface Sealer {
  seal(plain: string): Buffer;
  /** Undefined where the text was made with no key of ours, or was changed. */
  unseal(sealed: Uint8Array): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function unsealWith(key: Buffer, sealed: Uint8Array): string | undefined {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * AES-256-GCM under keys derived from secrets, of which the first seals and all unseal; `purpose`
 * keeps one use's texts from another's.
 */
export function createSealer(
  [newest, ...former]: readonly [string, ...string[]],
  purpose: string,
): Sealer {
  const keyOf = (secret: string): Buffer =>
    createHash("sha256").update(`${purpose}\0${secret}`).digest();
  const key = keyOf(newest);
  const keys = [key, ...former.map(keyOf)];
  return {
    seal: (plain) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unseal: (sealed) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      for (const each of keys) {
        const plain = unsealWith(each, sealed);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
  };
}
