import { randomBytes } from "node:crypto";
import { SECRET_BYTES } from "./keyring.ts";
import { changeSecret, keepSecret } from "../secret-file.ts";

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
