import type { Readable } from "node:stream";
import type { RestoreTier } from "@swath/contract/cold";
import type { WireAlgorithm } from "@swath/contract/settings";

/**
 * Whether an object of a cold class can be read: not before it is restored, and then until that copy expires.
 * `since` and `until` are there where the store says them.
 */
export type ColdState =
  | { readonly state: "cold" }
  | { readonly state: "restoring"; readonly since?: Date }
  | { readonly state: "restored"; readonly until?: Date };

/**
 * What the store itself knows of an object; checksums were computed of its bytes as they were stored,
 * and are never what a sender announced.
 */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
  /** Names this very object: what takes its place under the same key has another. Opaque. */
  readonly version: string;
  readonly storageClass: string | null;
  /** Left out of an object that can be read at any time, as all of a store without classes. */
  readonly cold?: ColdState;
  /**
   * Hex; an MD5 only of an object that was stored in one piece. `parts` is the ETag of one that was
   * stored in parts: equal ones mean equal content, others may only have been cut in other parts.
   */
  readonly checksums: {
    readonly crc32c?: string;
    readonly md5?: string;
    readonly xxh128?: string;
    readonly parts?: string;
  };
}

export interface PostTicket extends ObjectPlace {
  /** The object's exact size in bytes. */
  readonly size: number;
  /** Base64, in the store's own wire algorithm; the store refuses other bytes. */
  readonly checksum: string;
  readonly expiresInSeconds: number;
  /** Whether it will only be read through and joined: then a cache of its bytes would be of no use. */
  readonly isReadThrough?: boolean;
}

export interface WriteOptions {
  /** The object's exact size in bytes. */
  readonly size: number;
  readonly signal?: AbortSignal;
  /** Whether the chunks, and all memory they are cut from, are the store's from then on. */
  readonly givesAway?: boolean;
  /**
   * The XXH128 of the body, hex, of whoever has computed it of the same chunks; asked for once they
   * are all handed over. A store that keeps one computes it where this is left out.
   */
  readonly xxh128?: () => string;
  /** When the object was stored first, where it comes back from a backup; a store may tell its own time. */
  readonly modified?: Date;
}

export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Where an object stands, or is to stand. */
export interface ObjectPlace {
  readonly bucket: string;
  readonly key: string;
}

/** Which object is meant: with a version that one, and no other that takes its place. */
interface VersionOption {
  readonly version?: string | undefined;
}

export interface ReadOptions extends VersionOption {
  readonly range?: ByteRange | undefined;
}

export interface ReadThroughOptions extends VersionOption {
  readonly signal?: AbortSignal;
}

/** Takes an object's next bytes; their memory is used again once it has returned or settled. */
export type TakeBytes = (bytes: Uint8Array) => void | Promise<void>;

/** A piece of a joined object; without a range, a whole object. */
export interface JoinPiece extends ReadOptions {
  readonly key: string;
}

export interface JoinSource {
  readonly bucket: string;
  readonly pieces: readonly JoinPiece[];
}

export interface JoinTarget extends ObjectPlace {
  readonly signal?: AbortSignal;
}

export interface CopySource extends ObjectPlace, VersionOption {}

export interface CopyTarget extends JoinTarget {
  /** Undefined: the bucket's own. */
  readonly storageClass?: string;
}

export interface ClassTarget extends ObjectPlace, VersionOption {
  readonly storageClass: string;
  readonly signal?: AbortSignal;
}

export interface RestoreOrder {
  /** For how many days the object can be read once it is restored. */
  readonly days: number;
  readonly tier: RestoreTier;
}

/** Most objects and folders of one page. */
export const MAX_LIST_PAGE = 1_000;

export interface ListQuery {
  readonly prefix: string;
  readonly delimiter?: "/";
  /** Of the page before. */
  readonly token?: string;
  /** At most {@link MAX_LIST_PAGE}. */
  readonly limit?: number;
}

export interface FolderQuery {
  /** Empty, or with a trailing `/`. */
  readonly prefix: string;
  /** Of the page before. */
  readonly token?: string;
  /** At most {@link MAX_LIST_PAGE}. */
  readonly limit: number;
  /** Most names that may be read for this page. */
  readonly maxNames: number;
}

/** An address that opens one object for reading. */
export interface GetTicket extends ObjectPlace {
  /** What a browser saves it as. */
  readonly fileName: string;
  readonly expiresInSeconds: number;
}

export interface ListPage {
  readonly objects: readonly StoredObject[];
  /** Folders (with a trailing `/`) below the prefix, where a delimiter was given. */
  readonly folders: readonly string[];
  readonly nextToken: string | undefined;
}

/** The bytes of an object, chunk after chunk. */
export type ObjectBody = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Objects in buckets. Bodies are streams, nothing is held whole. Publishing is atomic: a reader sees
 * the old object or the whole new one. A key that may not be stored is INVALID_PATH (`checkKey`). A
 * key that is missing is `undefined` for `head`, and an `AppError` OBJECT_NOT_FOUND for `read`,
 * `readThrough`, `join` and `copy`; where these name a version and another object stands there, OBJECT_CHANGED, and
 * of an object in cold storage OBJECT_COLD. No byte of another version is read, joined or copied, whenever it takes
 * the place.
 */
export interface ObjectStore {
  readonly wireAlgorithm: WireAlgorithm;
  /** Least bytes of a joined piece that is not the last one. */
  readonly minPieceBytes: number;
  /** Least bytes of one that the store joins by itself; shorter ones pass through this process. */
  readonly minCopiedBytes: number;
  /** Most pieces of one join. */
  readonly maxJoinedPieces: number;
  ensureBuckets(buckets: readonly string[]): Promise<void>;
  hasBucket(bucket: string): Promise<boolean>;
  /**
   * A form that lets a browser post exactly this object, and nothing else, until it expires. Throws STORE_FULL
   * where the store knows that it has no room for it.
   */
  presignPost(ticket: PostTicket): Promise<{ url: string; fields: Record<string, string> }>;
  /**
   * The address that a browser fetches an object from until it expires, as an attachment and in
   * ranges too; relative where the page's own server serves it.
   */
  presignGet(ticket: GetTicket): Promise<string>;
  head(bucket: string, key: string): Promise<StoredObject | undefined>;
  /** Objects below a prefix in the order of their keys' UTF-8 bytes. */
  list(bucket: string, query: ListQuery): Promise<ListPage>;
  /**
   * As `list` with a delimiter, but undefined where the store cannot list one page of the folder
   * without reading more names than the query allows.
   */
  listFolder(bucket: string, query: FolderQuery): Promise<ListPage | undefined>;
  /** A range must lie within the object, else INVALID_REQUEST. */
  read(bucket: string, key: string, options?: ReadOptions): Promise<Readable>;
  /**
   * Reads a whole object to its end: from where it is stored, not from a cache of its bytes, where the
   * store can. Costs less than `read` where the bytes are only looked at.
   */
  readThrough(
    bucket: string,
    key: string,
    take: TakeBytes,
    options?: ReadThroughOptions,
  ): Promise<void>;
  /**
   * Stores a stream; aborting or a failing source leaves no object, nor does one of another size
   * (ENTITY_TOO_LARGE, ENTITY_TOO_SMALL). A chunk must not be changed once it was handed over;
   * with `givesAway` it may not even be read, because its memory may be freed.
   */
  write(
    bucket: string,
    key: string,
    body: ObjectBody,
    options: WriteOptions,
  ): Promise<StoredObject>;
  /**
   * Joins pieces into one object without moving their bytes through this process where the store
   * can (links, copy_file_range, UploadPartCopy). The pieces stay. A whole piece that is not copied as
   * the store once received it is CHECKSUM_MISMATCH where the store can compare.
   */
  join(source: JoinSource, target: JoinTarget): Promise<StoredObject>;
  /**
   * Copies an object, without moving its bytes through this process where the store can (shared
   * blocks, copy_file_range, CopyObject, UploadPartCopy); the source stays. A store that has no
   * storage classes leaves the class out. A source that is not what the store once received is
   * CHECKSUM_MISMATCH where the store can compare.
   */
  copy(source: CopySource, target: CopyTarget): Promise<StoredObject>;
  /**
   * Moves an object to another storage class where it stands, without moving its bytes through this process;
   * answers it as it stands then. Its bytes and ETag stay, its version does not. It is there, whole, whatever
   * fails. A store without classes leaves it as it is. OBJECT_NOT_FOUND, OBJECT_CHANGED, OBJECT_COLD.
   */
  moveToClass(target: ClassTarget): Promise<StoredObject>;
  /**
   * Asks the store to make a cold object readable for some days, or a restored one for so many from now;
   * answers it as it is then: without `cold` where it can be read at any time. One whose restore is under way
   * is left as it is. OBJECT_NOT_FOUND.
   */
  restore(place: ObjectPlace, order: RestoreOrder): Promise<StoredObject>;
  /** Removes objects; missing ones are no error. */
  remove(bucket: string, keys: readonly string[]): Promise<void>;
  /** Bytes that may still be stored; undefined where the store does not say. */
  freeBytes(): Promise<number | undefined>;
  /** Throws STORE_UNAVAILABLE where the store does not answer. */
  ping(): Promise<void>;
}
