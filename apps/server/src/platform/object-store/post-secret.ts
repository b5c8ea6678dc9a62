import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { changeSecret, keepSecret } from "../secret-file.ts";

/** Bytes of one secret. */
const SECRET_BYTES = 32;

const hmac = (secret: Uint8Array, text: string): Buffer =>
  createHmac("sha256", secret).update(text).digest();

/**
 * Signs by the newest of a ring of secrets: {@link SECRET_BYTES} each, one after another, newest
 * first.
 */
export function signWithNewest(ring: Uint8Array, text: string): Buffer {
  return hmac(ring.subarray(0, SECRET_BYTES), text);
}

/** Whether a text was signed by any secret of the ring. */
export function isSignedByAny(ring: Uint8Array, text: string, signature: Uint8Array): boolean {
  let found = false;
  for (let start = 0; start < ring.length; start += SECRET_BYTES) {
    const expected = hmac(ring.subarray(start, start + SECRET_BYTES), text);
    if (signature.length === expected.length && timingSafeEqual(signature, expected)) found = true;
  }
  return found;
}

/** The ring of secrets of the file store's forms: read from its file, or made at the first start. */
export async function openPostSecret(path: string): Promise<Buffer> {
  const secret = await keepSecret(path, async () => randomBytes(SECRET_BYTES));
  if (secret.length > 0 && secret.length % SECRET_BYTES === 0) return secret;
  throw new Error(`${path} is damaged: it should hold ${SECRET_BYTES} bytes for each secret`);
}

/** Puts a new secret before those of the file's ring, of which it keeps so many. */
export async function rotatePostSecret(path: string, former: number): Promise<void> {
  await changeSecret(path, (ring) =>
    Buffer.concat([randomBytes(SECRET_BYTES), ring.subarray(0, former * SECRET_BYTES)]),
  );
}
