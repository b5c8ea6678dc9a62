import { createHmac, timingSafeEqual } from "node:crypto";

/** Bytes of one secret. */
export const SECRET_BYTES = 32;

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
