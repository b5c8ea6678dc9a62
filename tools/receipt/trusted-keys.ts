import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { RECEIPT_KEYS_PATH, signedText } from "@swath/contract/uploads";
import { z } from "zod";
import { type ReadReceipt, reasonOf, Refusal } from "./read-receipt.ts";

const MAX_BYTES = 1_048_576;
const ANSWER_MS = 10_000;
const keysSchema = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string().regex(/^[0-9A-Za-z_-]{43}$/),
      }),
    )
    .max(1_000),
});

/** Public keys, and the words for why they are believed. */
export interface TrustedKeys {
  readonly trust: string;
  /** The `x` of each (RFC 8037), by its thumbprint. */
  readonly keys: ReadonlyMap<string, string>;
}

function parseKeys(text: string, trust: string): TrustedKeys {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${trust}: no JSON`, { cause: error });
  }
  const parsed = keysSchema.safeParse(json);
  if (!parsed.success) throw new Refusal(`${trust}: no set of Ed25519 keys`);
  const named = parsed.data.keys.map(({ x }): [string, string] => {
    const thumbprint = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
    return [createHash("sha256").update(thumbprint).digest("base64url"), x];
  });
  return { trust, keys: new Map(named) };
}

/** The keys of a file, as the server publishes them; throws {@link Refusal}. */
export async function keysOfFile(file: string): Promise<TrustedKeys> {
  const trust = `keys of the file ${file}`;
  try {
    if ((await stat(file)).size > MAX_BYTES) throw new Refusal("it is too large");
    return parseKeys(await readFile(file, "utf8"), trust);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The ${trust} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Refusal("its answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Over http anybody on the way could answer, but not on this machine itself. */
function transportOf({ protocol, hostname }: URL): string {
  if (protocol === "https:") return "authenticated by its certificate";
  const own = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  return own ? "on this machine" : "over http, NOT authenticated";
}

/** The keys that a server publishes; throws {@link Refusal}. */
export async function keysOfServer(address: string): Promise<TrustedKeys> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Refusal(`${address} is no http or https address`);
  const url = new URL(RECEIPT_KEYS_PATH, address);
  const trust = `keys served by ${url.origin}, ${transportOf(url)}`;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { signal, redirect: "error" });
    if (!response.ok) throw new Refusal(`it answers ${response.status}`);
    return parseKeys(await boundedText(response), trust);
  } catch (error) {
    throw new Refusal(`${url.origin} gives no keys: ${reasonOf(error)}`, { cause: error });
  }
}

/** Throws {@link Refusal} where the receipt was signed by none of the keys, or changed since. */
export function checkSignature(
  { head, signature }: ReadReceipt,
  { keys, trust }: TrustedKeys,
): void {
  const x = keys.get(head.kid);
  if (x === undefined) throw new Refusal(`The receipt's key ${head.kid} is none of the ${trust}`);
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const text = Buffer.from(signedText(head));
  if (verify(null, text, key, Buffer.from(signature, "base64"))) return;
  throw new Refusal("The receipt's signature is not valid: it was changed, or is a forgery");
}
