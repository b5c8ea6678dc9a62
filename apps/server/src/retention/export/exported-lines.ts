import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";

export type Compression = "zstd" | "none";

export interface LineFile {
  readonly rows: number;
  /** Of the file as it is written, and its SHA-256. */
  readonly bytes: number;
  readonly sha256: string;
}

export const extensionOf = (compression: Compression): string =>
  compression === "zstd" ? ".jsonl.zst" : ".jsonl";

/** Writes lines into a new file of its owner's alone, and to the disk, as they come. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  compression: Compression,
  signal: AbortSignal,
): Promise<LineFile> {
  const hash = createHash("sha256");
  let [rows, bytes] = [0, 0];
  const texts = async function* () {
    for await (const line of lines) {
      rows += 1;
      yield `${line}\n`;
    }
  };
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      const whole = Buffer.from(chunk);
      bytes += whole.length;
      hash.update(whole);
      yield whole;
    }
  };
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const source = Readable.from(texts());
  if (compression === "zstd")
    await pipeline(source, createZstdCompress(), counted, file, { signal });
  else await pipeline(source, counted, file, { signal });
  return { rows, bytes, sha256: hash.digest("hex") };
}

/** Reads the values of such a file one by one. */
export async function* readLines<T>(path: string, compression: Compression): AsyncGenerator<T> {
  const file = createReadStream(path);
  const source = compression === "zstd" ? file.pipe(createZstdDecompress()) : file;
  file.on("error", (error) => source.destroy(error));
  for await (const line of createInterface({ input: source, crlfDelay: Infinity }))
    yield JSON.parse(line) as T;
}
