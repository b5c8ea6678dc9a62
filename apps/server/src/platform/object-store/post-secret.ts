import { randomBytes } from "node:crypto";
import { keepSecret } from "../secret-file.ts";

const SECRET_BYTES = 32;

/** The secret of the file store's forms: read from its file, or made at the first start. */
export async function openPostSecret(path: string): Promise<Buffer> {
  const secret = await keepSecret(path, async () => randomBytes(SECRET_BYTES));
  if (secret.length === SECRET_BYTES) return secret;
  throw new Error(`${path} is damaged: it should hold ${SECRET_BYTES} bytes`);
}
