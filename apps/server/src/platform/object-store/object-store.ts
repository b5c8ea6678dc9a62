import type { Readable } from "node:stream";
import type { WireAlgorithm } from "@swath/contract/settings";

/** What the store itself knows of an object; checksums are the store's own, never a caller's. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
  readonly storageClass: string | null;
  /** Hex; an MD5 only of an object that was stored in one piece. */
  readonly checksums: { readonly crc32c?: string; readonly md5?: string; readonly xxh128?: string };
}

export interface PostTicket {
  readonly bucket: string;
  readonly key: string;
  /** The object's exact size in bytes. */
  readonly size: number;
  /** Base64, in the store's own wire algorithm; the store refuses other bytes. */
  readonly checksum: string;
  readonly expiresInSeconds: number;
}

/** A piece of a joined object; without a range, a whole object. */
export interface JoinPiece {
  readonly key: string;
  readonly range?: { readonly start: number; readonly length: number };
}

export interface ListPage {
  readonly objects: readonly StoredObject[];
  /** Folders (with a trailing `/`) below the prefix, where a delimiter was asked for. */
  readonly folders: readonly string[];
  readonly nextToken: string | undefined;
}

/**
 * Objects in buckets. Bodies are streams, nothing is held whole. Publishing is atomic: a reader sees
 * the old object or the whole new one. A key that is missing is `undefined` for `head`, and an
 * `AppError` OBJECT_NOT_FOUND for `read` and `join`.
 */
export interface ObjectStore {
  readonly wireAlgorithm: WireAlgorithm;
  ensureBuckets(buckets: readonly string[]): Promise<void>;
  /** A form that lets a browser post exactly this object, and nothing else, until it expires. */
  presignPost(ticket: PostTicket): Promise<{ url: string; fields: Record<string, string> }>;
  head(bucket: string, key: string): Promise<StoredObject | undefined>;
  /** Objects below a prefix in order of key; at most 1,000 a page. */
  list(
    bucket: string,
    query: { prefix: string; delimiter?: "/"; token?: string; limit?: number },
  ): Promise<ListPage>;
  read(bucket: string, key: string, range?: { start: number; length: number }): Promise<Readable>;
  /** Stores a stream; aborting or a failing source leaves no object. */
  write(
    bucket: string,
    key: string,
    body: AsyncIterable<Uint8Array>,
    options: { size: number; signal?: AbortSignal },
  ): Promise<StoredObject>;
  /**
   * Joins pieces into one object without moving their bytes through this process where the store
   * can (rename, copy_file_range, UploadPartCopy). The pieces stay, or may be consumed (moved)
   * when `consume` is set; a join that is run again after its pieces were consumed is the caller's
   * to recognise by `head`.
   */
  join(
    source: { bucket: string; pieces: readonly JoinPiece[]; consume: boolean },
    target: { bucket: string; key: string; signal?: AbortSignal },
  ): Promise<StoredObject>;
  /** Removes objects; missing ones are no error. */
  remove(bucket: string, keys: readonly string[]): Promise<void>;
  /** Throws STORE_UNAVAILABLE where the store does not answer. */
  ping(): Promise<void>;
}
