import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
  verify,
} from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import {
  type StoredKeys,
  type KnownKey,
  publishedKeys,
  settleKeys,
} from "../../domain/installation/known-keys.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { keepSecret, putSecret, readSecret } from "../../platform/secret-file.ts";

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
  /** As the installation's servers publish them, whichever of them signed. */
  readonly published: () => Promise<{ readonly keys: readonly PublicReceiptKey[] }>;
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

function publicKey({ x }: Pick<z.infer<typeof publicSchema>, "x">): PublicReceiptKey {
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

const ringOf = async (path: string): Promise<Ring | undefined> => {
  const kept = await readSecret(path);
  return kept && parseRing(path, kept);
};

/** A data folder's keys of receipts, as the installation knows them. */
export function storedReceiptKeys(dataFolder: string): StoredKeys {
  const path = join(dataFolder, FILE);
  return {
    purpose: "receipts",
    file: path,
    read: async () => (await ringOf(path))?.keys.map(publicKey).map(({ kid, x }) => ({ kid, x })),
    make: async () =>
      void (await keepSecret(path, async () => JSON.stringify({ keys: [newKey()] }))),
  };
}

/**
 * The keys of the installation's receipts: the data folder's file signs, and what the database knows is
 * published. The first is made at the first start; a folder that lacks the installation's keys is
 * {@link ForeignKeys}.
 */
export async function openReceiptKeys(dataFolder: string, db: Db): Promise<ReceiptKeys> {
  const path = join(dataFolder, FILE);
  await settleKeys(db, storedReceiptKeys(dataFolder));
  const ring = await ringOf(path);
  if (ring === undefined) throw new Error(`${path} was taken away`);
  const signing = createPrivateKey({ key: ring.keys[0], format: "jwk" });
  return {
    kid: publicKey(ring.keys[0]).kid,
    sign: (text) => sign(null, Buffer.from(text), signing).toString("base64"),
    published: async () => ({
      keys: (await publishedKeys(db)).map((x) => publicKey({ x })),
    }),
  };
}

/** Whether what the data folder's key signs is verified by the newest key that the database publishes. */
export async function signsAsPublished(dataFolder: string, db: Db): Promise<boolean> {
  const [newest] = await publishedKeys(db);
  const ring = await ringOf(join(dataFolder, FILE));
  if (newest === undefined || ring === undefined) return newest === undefined;
  const text = Buffer.from("swath verify");
  const signature = sign(null, text, createPrivateKey({ key: ring.keys[0], format: "jwk" }));
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: newest }, format: "jwk" });
  return verify(null, text, key, signature);
}

/**
 * Has a new key sign from the next start on; of those before it, in the folder and known to the
 * database, the public halves stay for good. Makes none where there has never been one.
 */
export async function rotateReceiptKeys(
  dataFolder: string,
  known: readonly KnownKey[],
): Promise<void> {
  const path = join(dataFolder, FILE);
  const held = (await ringOf(path))?.keys ?? [];
  const former = [...new Set([...held, ...known].flatMap(({ x }) => x ?? []))];
  if (former.length === 0) return;
  const keys = [newKey(), ...former.map((x) => ({ kty: "OKP", crv: "Ed25519", x }))];
  await putSecret(path, JSON.stringify({ keys }));
}
