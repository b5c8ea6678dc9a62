import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * The payload of an age file (C2SP age.md, "Payload"): chunks of 64 KiB, each sealed by ChaCha20-Poly1305
 * under a nonce of a counter and a flag of the last one. By Node's own cipher: the library's, in
 * JavaScript, takes ten times as long.
 */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const CIPHER = "chacha20-poly1305";

/** The file is not whole, or is not what was sealed. */
export class DamagedAgeFile extends Error {
  override readonly name = "DamagedAgeFile";
}

const streamKey = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  Buffer.from(hkdfSync("sha256", fileKey, nonce, "payload", 32));

function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  // The counter has 11 bytes, of which a number fills six.
  nonce.writeUIntBE(counter, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of one size; the last is shorter, and empty only of an empty stream. */
async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<{ readonly piece: Buffer; readonly isLast: boolean }> {
  let piece = Buffer.allocUnsafe(bytes);
  let used = 0;
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      if (used === bytes) {
        yield { piece, isLast: false };
        [piece, used] = [Buffer.allocUnsafe(bytes), 0];
      }
      const part = chunk.subarray(at, at + bytes - used);
      piece.set(part, used);
      used += part.length;
      at += part.length;
    }
  yield { piece: piece.subarray(0, used), isLast: true };
}

function seal(key: Buffer, nonce: Buffer, piece: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, nonce: Buffer, piece: Buffer): Buffer {
  const body = piece.length - TAG_BYTES;
  if (body < 0) throw new DamagedAgeFile("it ends too early");
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(piece.subarray(body));
  try {
    return Buffer.concat([cipher.update(piece.subarray(0, body)), cipher.final()]);
  } catch (error) {
    throw new DamagedAgeFile("a part of it is not what was sealed", { cause: error });
  }
}

/** Nonce and sealed chunks of a stream. */
export async function* sealPayload(
  source: AsyncIterable<Uint8Array>,
  fileKey: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(NONCE_BYTES);
  const key = streamKey(fileKey, nonce);
  yield nonce;
  let counter = 0;
  for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES))
    yield seal(key, nonceOf(counter++, isLast), piece);
}

/** Opens what follows the header; throws {@link DamagedAgeFile}. */
export async function* openPayload(
  source: AsyncIterable<Uint8Array>,
  fileKey: Uint8Array,
  nonce: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const key = streamKey(fileKey, nonce);
  let counter = 0;
  for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES + TAG_BYTES)) {
    const plain = open(key, nonceOf(counter, isLast), piece);
    if (isLast && plain.length === 0 && counter > 0) throw new DamagedAgeFile("its end is empty");
    counter += 1;
    yield plain;
  }
}
