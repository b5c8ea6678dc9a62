import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
} from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { changeSecret, keepSecret } from "../../../platform/secret-file.ts";

/** A public key of receipts (RFC 8037), named by its thumbprint. */
interface PublicReceiptKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
}

/** The key that signs, and all that have ever signed, newest first. */
export interface ReceiptKeys {
  readonly kid: string;
  /** Base64 of the Ed25519 signature of a text's UTF-8. */
  sign(text: string): string;
  readonly published: { readonly keys: readonly PublicReceiptKey[] };
}

const FILE = "receipt-keys.json";
const BYTES_32 = z.string().regex(/^[0-9A-Za-z_-]{43}$/);
const publicSchema = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: BYTES_32,
});
const keySchema = publicSchema.extend({ d: BYTES_32 });
/** The newest alone is private: a key that signs no more leaves only what proves its signatures. */
const ringSchema = z.object({ keys: z.tuple([keySchema], publicSchema) });
type Ring = z.infer<typeof ringSchema>;

const newKey = (): JsonWebKey =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });

function publicKey({ x }: z.infer<typeof publicSchema>): PublicReceiptKey {
  const thumbprint = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  const kid = createHash("sha256").update(thumbprint).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig" };
}

function parseRing(path: string, bytes: Buffer): Ring {
  const damaged = `${path} is damaged: it should hold a set of Ed25519 keys`;
  try {
    return ringSchema.parse(JSON.parse(String(bytes)));
  } catch (error) {
    throw new Error(damaged, { cause: error });
  }
}

/** The keys of the data folder's receipts; made at the first start. */
export async function openReceiptKeys(dataFolder: string): Promise<ReceiptKeys> {
  const path = join(dataFolder, FILE);
  const kept = await keepSecret(path, async () => JSON.stringify({ keys: [newKey()] }));
  const { keys } = parseRing(path, kept);
  const signing = createPrivateKey({ key: keys[0], format: "jwk" });
  return {
    kid: publicKey(keys[0]).kid,
    sign: (text) => sign(null, Buffer.from(text), signing).toString("base64"),
    published: { keys: keys.map(publicKey) },
  };
}

/** Has a new key sign from the next start on; of those before it the public halves stay for good. */
export async function rotateReceiptKeys(dataFolder: string): Promise<void> {
  const path = join(dataFolder, FILE);
  await changeSecret(path, (kept) => {
    const former = parseRing(path, kept).keys.map(({ kty, crv, x }) => ({ kty, crv, x }));
    return JSON.stringify({ keys: [newKey(), ...former] });
  });
}
