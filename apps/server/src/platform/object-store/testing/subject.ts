import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32c } from "@node-rs/crc32";
import { createXXHash128 } from "hash-wasm";
import type { WireAlgorithm } from "@swath/contract/settings";
import type { ListQuery, ObjectStore, PostTicket, StoredObject } from "../object-store.ts";

const hasher = await createXXHash128();

/** A store that is to pass the suite, and what may differ between stores. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  /** Address that a form's relative address starts from. */
  readonly origin: string;
  /** Buckets of this run that the suite may fill: browsers post to the first. */
  readonly buckets: readonly [string, string];
  /** Status of a post of too many bytes; S3 says 400, HTTP 413. */
  readonly tooLargeStatus: number;
  /** Whether the store itself compares posted bytes with the ticket's checksum. */
  readonly verifiesPosts: boolean;
  /** Whether others store keys in its buckets that Swath itself stores nothing under. */
  readonly holdsForeignKeys: boolean;
  /** A class that copies may be stored in; left out where the store has none. */
  readonly storageClass?: string;
  /** Lets time pass for the store; left out where it is another program, which has its own. */
  readonly pass?: (milliseconds: number) => Promise<void>;
  close(): Promise<void>;
}

export const MIB = 1_048_576;

/** Bytes that repeat with no power of two, so that a wrong offset shows. */
export function bytes(size: number, seed = 1): Buffer {
  const period = Buffer.alloc(65_521);
  for (let i = 0; i < period.length; i++) period[i] = (i * 31 + (i >> 8) * 17 + seed * 101) & 255;
  const all = Buffer.alloc(size);
  for (let at = 0; at < size; at += period.length) period.copy(all, at);
  return all;
}

export async function* inChunks(content: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export const md5 = (content: Buffer): Buffer => createHash("md5").update(content).digest();

function crc(content: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32c(content));
  return sum;
}

const SUMS: Readonly<Record<WireAlgorithm, (content: Buffer) => Buffer>> = {
  xxh128: (content) => Buffer.from(hasher.init().update(content).digest("binary")),
  crc32c: crc,
  md5,
};

export interface Form {
  readonly url: string;
  readonly fields: Record<string, string>;
}

/** The store under test, with a prefix for each test alone. */
export class Subject {
  readonly under: StoreUnderTest;
  readonly store: ObjectStore;
  readonly bucket: string;
  readonly other: string;
  /** Prefix of this test's keys. */
  readonly at: string;

  constructor(under: StoreUnderTest, test: number) {
    this.under = under;
    this.store = under.store;
    [this.bucket, this.other] = under.buckets;
    this.at = `FL${String(test).padStart(6, "0")}/run/`;
  }

  /** In the store's own wire algorithm. */
  sum(content: Buffer): Buffer {
    return SUMS[this.store.wireAlgorithm](content);
  }

  ticket(key: string, content: Buffer): PostTicket {
    const checksum = this.sum(content).toString("base64");
    return { bucket: this.bucket, key, size: content.length, checksum, expiresInSeconds: 60 };
  }

  put(key: string, content: Buffer): Promise<StoredObject> {
    return this.store.write(this.bucket, key, inChunks(content), { size: content.length });
  }

  async putAll(keys: readonly string[]): Promise<void> {
    const waiting = [...keys];
    const worker = async (): Promise<void> => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop())
        await this.put(key, bytes(1));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }

  async get(key: string, bucket = this.bucket): Promise<Buffer> {
    return buffer(await this.store.read(bucket, key));
  }

  async post({ url, fields }: Form, content: Buffer): Promise<number> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append("file", new Blob([new Uint8Array(content)]), "blob");
    const address = new URL(url, this.under.origin);
    return (await fetch(address, { method: "POST", body: form })).status;
  }

  /** Keys and folders below a prefix, page by page. */
  async listAll(query: ListQuery): Promise<{ objects: string[]; folders: string[] }> {
    const all: { objects: string[]; folders: string[] } = { objects: [], folders: [] };
    let token: string | undefined;
    do {
      const page = await this.store.list(this.bucket, {
        ...query,
        ...(token === undefined ? {} : { token }),
      });
      all.objects.push(...page.objects.map(({ key }) => key));
      all.folders.push(...page.folders);
      token = page.nextToken;
    } while (token !== undefined);
    return all;
  }

  /** The part of a key after this test's prefix. */
  short(key: string): string {
    return key.slice(this.at.length);
  }
}

/** The `Repr-Digest` of bytes by their XXH128. */
export const xxh128Digest = (content: Buffer): string =>
  `xxh128=:${SUMS.xxh128(content).toString("base64")}:`;
