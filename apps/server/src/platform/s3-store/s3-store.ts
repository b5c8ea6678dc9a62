import { Readable } from "node:stream";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";
import { AppError } from "@swath/contract/errors";
import { checkBucket, checkForeignKey, checkKey } from "../object-store/object-key.ts";
import {
  type ByteRange,
  type ClassTarget,
  type CopySource,
  type CopyTarget,
  type FolderQuery,
  type GetTicket,
  type JoinSource,
  type JoinTarget,
  type ListPage,
  type ListQuery,
  MAX_LIST_PAGE,
  type ObjectBody,
  type ObjectPlace,
  type ObjectStore,
  type PostTicket,
  type ReadOptions,
  type ReadThroughOptions,
  type RestoreOrder,
  type StoredObject,
  type TakeBytes,
  type WriteOptions,
} from "../object-store/object-store.ts";
import { checkRange, checkVersion, objectMissing } from "../object-store/store-refusals.ts";
import { allowPages, ensureBucket, hasBucket } from "./s3-buckets.ts";
import {
  etagOf,
  rangeHeader,
  toStored,
  versionOf,
  refuse,
  refusing,
  statusOf,
} from "./s3-context.ts";
import { moveToClass, restoreObject } from "./s3-classes.ts";
import { joinObjects } from "./s3-join.ts";
import { presignAddress, presignForm, type S3Checksum } from "./s3-presign.ts";
import { MAX_PARTS, MIN_PART_BYTES } from "./part-plan.ts";
import { writeObject } from "./s3-write.ts";

/** S3 removes so many objects by one call. */
const REMOVALS_AT_ONCE = 1_000;
const REMOVAL_ATTEMPTS = 3;

export interface S3StoreParts {
  readonly client: S3Client;
  /** Signs forms for the address that browsers reach the store under. */
  readonly postClient: S3Client;
  readonly wireAlgorithm: S3Checksum;
  readonly postBucket: string;
  readonly shownBuckets?: readonly string[] | undefined;
  readonly corsOrigins: readonly string[];
}

/** Objects in an S3 store; browsers post to it directly. */
export class S3Store implements ObjectStore {
  readonly wireAlgorithm: S3Checksum;
  /** Shorter ones are not worth their calls. */
  readonly minPieceBytes = 262_144;
  readonly minCopiedBytes = MIN_PART_BYTES;
  readonly maxJoinedPieces = MAX_PARTS;
  readonly #parts: S3StoreParts;
  readonly #client: S3Client;

  constructor(parts: S3StoreParts) {
    this.wireAlgorithm = parts.wireAlgorithm;
    this.#parts = parts;
    this.#client = parts.client;
  }

  async ensureBuckets(buckets: readonly string[]): Promise<void> {
    const { postBucket, shownBuckets = [], corsOrigins } = this.#parts;
    buckets.forEach(checkBucket);
    const ensured = buckets.map((bucket) => ensureBucket(this.#client, bucket));
    await Promise.all(ensured).catch(refusing(""));
    if (corsOrigins.length === 0) return;
    const allow = (method: "POST" | "GET") => (bucket: string) =>
      allowPages(this.#client, { bucket, method }, corsOrigins);
    const isEnsured = (bucket: string): boolean => buckets.includes(bucket);
    await Promise.all([postBucket].filter(isEnsured).map(allow("POST")));
    await Promise.all(shownBuckets.filter(isEnsured).map(allow("GET")));
  }

  async hasBucket(bucket: string): Promise<boolean> {
    checkBucket(bucket);
    return hasBucket(this.#client, bucket).catch(refusing(""));
  }

  async presignPost(ticket: PostTicket): Promise<{ url: string; fields: Record<string, string> }> {
    checkBucket(ticket.bucket);
    checkKey(ticket.key);
    return presignForm(this.#parts.postClient, this.wireAlgorithm, ticket);
  }

  async presignGet(ticket: GetTicket): Promise<string> {
    checkBucket(ticket.bucket);
    checkForeignKey(ticket.key);
    return presignAddress(this.#parts.postClient, this.wireAlgorithm, ticket);
  }

  async head(bucket: string, key: string): Promise<StoredObject | undefined> {
    checkForeignKey(key);
    const ChecksumMode = this.wireAlgorithm === "crc32c" ? "ENABLED" : undefined;
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode }),
      );
      return toStored(key, found, { size: found.ContentLength, crc32c: found.ChecksumCRC32C });
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      return refuse(error, key);
    }
  }

  async list(bucket: string, query: ListQuery): Promise<ListPage> {
    const page = await this.#client
      .send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: query.prefix,
          MaxKeys: Math.min(Math.max(1, query.limit ?? MAX_LIST_PAGE), MAX_LIST_PAGE),
          Delimiter: query.delimiter,
          ContinuationToken: query.token,
          OptionalObjectAttributes: ["RestoreStatus"],
        }),
      )
      .catch(refusing(query.prefix));
    return {
      objects: (page.Contents ?? []).map((found) =>
        toStored(found.Key!, found, { size: found.Size }),
      ),
      folders: (page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!),
      nextToken: page.IsTruncated === true ? page.NextContinuationToken : undefined,
    };
  }

  /** A store with an index lists any page of any folder at the same cost. */
  async listFolder(bucket: string, query: FolderQuery): Promise<ListPage> {
    return this.list(bucket, { ...query, delimiter: "/" });
  }

  async read(bucket: string, key: string, options: ReadOptions = {}): Promise<Readable> {
    checkKey(key);
    const { range, version } = options;
    if (range !== undefined && (range.length === 0 || range.start < 0 || range.length < 0))
      return this.#readNothing(bucket, key, { range, version });
    const Range = range && rangeHeader(range);
    const IfMatch = version === undefined ? undefined : etagOf(version);
    const found = await this.#client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range, IfMatch }))
      .catch(refusing(key));
    const body = found.Body as Readable;
    try {
      checkVersion(key, versionOf(found), version);
      if (range !== undefined && found.ContentLength !== range.length)
        throw new AppError("INVALID_REQUEST", "the range is not within the object", { ...range });
    } catch (error) {
      body.destroy();
      throw error;
    }
    return body;
  }

  async readThrough(
    bucket: string,
    key: string,
    take: TakeBytes,
    { version, signal }: ReadThroughOptions = {},
  ): Promise<void> {
    for await (const chunk of await this.read(bucket, key, { version })) {
      signal?.throwIfAborted();
      await take(chunk as Uint8Array);
    }
  }

  /** S3 has no range of no bytes. */
  async #readNothing(
    bucket: string,
    key: string,
    { range, version }: { range: ByteRange; version: string | undefined },
  ): Promise<Readable> {
    const found = await this.head(bucket, key);
    if (found === undefined) throw objectMissing(key);
    checkVersion(key, found.version, version);
    checkRange(range, found.size);
    return Readable.from([]);
  }

  async write(
    bucket: string,
    key: string,
    body: ObjectBody,
    { size, signal }: WriteOptions,
  ): Promise<StoredObject> {
    checkKey(key);
    signal?.throwIfAborted();
    const target = { bucket, key, ...(signal === undefined ? {} : { signal }) };
    await writeObject(this.#client, target, body, size).catch(refusing(key));
    return this.#written(bucket, key);
  }

  async join(source: JoinSource, target: JoinTarget): Promise<StoredObject> {
    checkKey(target.key);
    for (const { key } of source.pieces) checkKey(key);
    target.signal?.throwIfAborted();
    await joinObjects(this.#client, source, target).catch(refusing(target.key));
    return this.#written(target.bucket, target.key);
  }

  async copy({ bucket, ...piece }: CopySource, target: CopyTarget): Promise<StoredObject> {
    return this.join({ bucket, pieces: [piece] }, target);
  }

  async moveToClass(target: ClassTarget): Promise<StoredObject> {
    checkKey(target.key);
    target.signal?.throwIfAborted();
    const standing = await this.#written(target.bucket, target.key);
    if (!(await moveToClass(this.#client, standing, target))) return standing;
    return this.#written(target.bucket, target.key);
  }

  async restore(place: ObjectPlace, order: RestoreOrder): Promise<StoredObject> {
    checkForeignKey(place.key);
    const standing = await this.#written(place.bucket, place.key);
    if (!(await restoreObject(this.#client, place.bucket, standing, order))) return standing;
    return this.#written(place.bucket, place.key);
  }

  /** The answer to a write may come without an ETag, that to HEAD never does. */
  async #written(bucket: string, key: string): Promise<StoredObject> {
    const written = await this.head(bucket, key);
    if (written === undefined) throw objectMissing(key);
    return written;
  }

  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    keys.forEach(checkKey);
    for (let i = 0; i < keys.length; i += REMOVALS_AT_ONCE)
      await this.#removeSome(bucket, keys.slice(i, i + REMOVALS_AT_ONCE), REMOVAL_ATTEMPTS);
  }

  /** Ceph refuses the removal of an object that is being written at that moment. */
  async #removeSome(bucket: string, keys: readonly string[], attempts: number): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await this.#client
      .send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: true, Objects } }))
      .catch(refusing(""));
    const [failed] = Errors;
    if (failed === undefined) return;
    if (attempts === 1)
      throw new AppError("STORE_UNAVAILABLE", "the store kept an object", { code: failed.Code });
    const kept = new Set(Errors.map(({ Key }) => Key));
    await this.#removeSome(
      bucket,
      keys.filter((key) => kept.has(key)),
      attempts - 1,
    );
  }

  /** S3 has no call for it. */
  async freeBytes(): Promise<undefined> {
    return undefined;
  }

  async ping(): Promise<void> {
    await this.#client.send(new ListBucketsCommand({})).catch((error: unknown) => {
      // A store that forbids the listing answers all the same.
      if (statusOf(error) !== 403) refuse(error, "");
    });
  }
}
