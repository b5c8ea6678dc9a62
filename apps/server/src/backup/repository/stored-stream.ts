import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Transform } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { openAge, sealAge } from "../../platform/age/age-file.ts";
import { DamagedAgeFile } from "../../platform/age/age-stream.ts";

/** A file as it lies in a backup, sealed or plain. */
export interface StoredBytes {
  readonly bytes: number;
  /** SHA-256 of these bytes, hex. */
  readonly sha256: string;
}

/** A file of a backup is not what was written. */
export class DamagedBackup extends Error {
  override readonly name = "DamagedBackup";
}

type Bytes = AsyncIterable<Uint8Array>;

function through(source: Bytes, transform: Transform): Bytes {
  pipeline(source, transform, () => {});
  return transform;
}
export const compressed = (source: Bytes): Bytes => through(source, createZstdCompress());
export const decompressed = (source: Bytes): Bytes => through(source, createZstdDecompress());

/** Writes a stream to a new file, sealed where there are recipients; it is on the disk when this answers. */
export async function writeStored(
  path: string,
  source: Bytes,
  recipients: readonly string[],
): Promise<StoredBytes> {
  const sha256 = createHash("sha256");
  let bytes = 0;
  await using file = await open(path, "wx", 0o600);
  for await (const chunk of recipients.length > 0 ? sealAge(source, recipients) : source) {
    sha256.update(chunk);
    bytes += chunk.length;
    await file.writeFile(chunk);
  }
  await file.sync();
  return { bytes, sha256: sha256.digest("hex") };
}

const READ_BYTES = 1_048_576;

/** The bytes of a stored file as they lie there; throws {@link DamagedBackup} at their end where they are others. */
export async function* readStored(
  path: string,
  name: string,
  expected: StoredBytes,
): AsyncGenerator<Uint8Array> {
  const sha256 = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
      sha256.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new DamagedBackup(`${name} is missing`, { cause: error });
    throw error;
  }
  if (bytes !== expected.bytes)
    throw new DamagedBackup(`${name} has ${bytes} bytes, not ${expected.bytes}`);
  if (sha256.digest("hex") !== expected.sha256)
    throw new DamagedBackup(`${name} is not what was written`);
}

/** The plain bytes of a stored file. */
export function openStored(
  path: string,
  name: string,
  expected: StoredBytes,
  identities: readonly string[] | undefined,
): Bytes {
  const stored = readStored(path, name, expected);
  return identities === undefined ? stored : naming(name, openAge(stored, identities));
}

async function* naming(name: string, opened: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* opened;
  } catch (error) {
    if (!(error instanceof DamagedAgeFile)) throw error;
    throw new DamagedBackup(`${name} is damaged: ${error.message}`, { cause: error });
  }
}

/** Reads a stream to its end; answers its bytes. */
export async function drain(source: Bytes): Promise<number> {
  let bytes = 0;
  for await (const chunk of source) bytes += chunk.length;
  return bytes;
}

const MOST_LINE_BYTES = 16_777_216;

/** The lines of a text in UTF-8, without their ends. */
export async function* linesOf(source: Bytes): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const text = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, start)) {
      yield text.toString("utf8", start, end);
      start = end + 1;
    }
    rest = text.subarray(start);
    if (rest.length > MOST_LINE_BYTES) throw new DamagedBackup("a line has no end");
  }
  if (rest.length > 0) throw new DamagedBackup("the last line is cut");
}
