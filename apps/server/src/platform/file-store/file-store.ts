import { access, lstat, statfs } from "node:fs/promises";
import { constants } from "node:fs";
import { Readable } from "node:stream";
import type { Clock } from "../clock/clock.ts";
import { checkBucket, checkKey } from "../object-store/object-key.ts";
import type {
  ClassTarget,
  CopySource,
  CopyTarget,
  FolderQuery,
  GetTicket,
  JoinSource,
  JoinTarget,
  ListPage,
  ListQuery,
  ObjectBody,
  ObjectPlace,
  ObjectStore,
  PostTicket,
  ReadOptions,
  ReadThroughOptions,
  StoredObject,
  TakeBytes,
  WriteOptions,
} from "../object-store/object-store.ts";
import {
  checkRange,
  checkSize,
  checkVersion,
  objectMissing,
} from "../object-store/store-refusals.ts";
import { isMissing, toStored, unlessMissing } from "./facts.ts";
import { copyObject } from "./file-copy.ts";
import { joinFiles } from "./file-join.ts";
import { FileList } from "./file-list.ts";
import { type OpenObject, openObject } from "./file-read.ts";
import { readFileThrough } from "./read-file-through.ts";
import { makeFolder } from "./folder-sync.ts";
import { bucketFolder, locate, type Root } from "./placement.ts";
import { type GetGrant, readGet, signGet, type Grant, readPost, signPost } from "./post-policy.ts";
import { publish, removeObjects } from "./publication.ts";
import { ReceivedFile, type Receiving } from "./received-file.ts";
import { asStoreError, storeFull, requireStore, storeGone } from "./store-error.ts";
import { temporaryPath } from "./temporary-folder.ts";

export interface FileStoreOptions {
  /** Signs the forms; the same for every process that serves this folder. */
  readonly secret: Uint8Array;
  /** What goes before `/store/{bucket}` in a form's address: empty for the page's own server. */
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Objects as files below one folder, with their facts beside them (docs/decisions/0002). */
export class FileStore implements ObjectStore {
  readonly wireAlgorithm = "xxh128";
  /** It joins any; shorter ones are not worth their rows. */
  readonly minPieceBytes = 262_144;
  readonly minCopiedBytes = this.minPieceBytes;
  readonly maxJoinedPieces = Infinity;
  readonly #root: Root;
  readonly #options: FileStoreOptions;
  readonly #list: FileList;

  constructor(root: Root, options: FileStoreOptions) {
    this.#root = root;
    this.#options = options;
    this.#list = new FileList(root, options.clock);
  }

  /** Throws an error on: as STORE_UNAVAILABLE where the disk refused or the store's folder is gone. */
  readonly #refused = async (error: unknown): Promise<never> => {
    if (isMissing(error)) throw storeGone(error);
    return asStoreError(error);
  };

  async ensureBuckets(buckets: readonly string[]): Promise<void> {
    await Promise.all(buckets.map((bucket) => makeFolder(bucketFolder(this.#root, bucket))));
  }

  async hasBucket(bucket: string): Promise<boolean> {
    await requireStore(this.#root);
    const stat = await lstat(bucketFolder(this.#root, bucket)).catch(unlessMissing);
    return stat?.isDirectory() === true;
  }

  async presignPost(ticket: PostTicket): Promise<{ url: string; fields: Record<string, string> }> {
    checkBucket(ticket.bucket);
    checkKey(ticket.key);
    if ((await this.freeBytes()) < ticket.size) throw storeFull();
    const { publicUrl, secret, clock } = this.#options;
    const fields = signPost(secret, ticket, clock());
    return { url: `${publicUrl}/store/${ticket.bucket}`, fields };
  }

  /** What a posted form allows; throws UPLOAD_POLICY_REFUSED. */
  readGrant(bucket: string, form: ReadonlyMap<string, string>): Grant {
    return readPost(this.#options.secret, bucket, form, this.#options.clock());
  }

  async presignGet(ticket: GetTicket): Promise<string> {
    checkBucket(ticket.bucket);
    checkKey(ticket.key);
    const { publicUrl, secret, clock } = this.#options;
    return `${publicUrl}/store/${ticket.bucket}?token=${signGet(secret, ticket, clock())}`;
  }

  /** What a signed address opens; throws DOWNLOAD_REFUSED. */
  readAddress(bucket: string, token: string): GetGrant {
    return readGet(this.#options.secret, bucket, token, this.#options.clock());
  }

  /** A file to receive an object in; it ends by {@link publish} or by its own `discard`. */
  async receive(receiving: Receiving): Promise<ReceivedFile> {
    const path = await temporaryPath(this.#root).catch(this.#refused);
    return ReceivedFile.create(path, receiving).catch(this.#refused);
  }

  async publish(file: ReceivedFile, target: ObjectPlace): Promise<StoredObject> {
    return publish(this.#root, file, target).catch(this.#refused);
  }

  async head(bucket: string, key: string): Promise<StoredObject | undefined> {
    const placed = await locate(this.#root, bucket, key);
    if (placed === undefined) return undefined;
    const [facts] = await this.#root.facts.find([placed.stat]);
    return toStored(key, placed.stat, facts);
  }

  async list(bucket: string, query: ListQuery): Promise<ListPage> {
    return this.#list.page(bucket, query);
  }

  async listFolder(bucket: string, query: FolderQuery): Promise<ListPage | undefined> {
    return this.#list.folder(bucket, query);
  }

  async read(bucket: string, key: string, options: ReadOptions = {}): Promise<Readable> {
    const object = await this.open(bucket, key);
    const requested = options.range ?? { start: 0, length: object.size };
    try {
      checkVersion(key, object.id, options.version);
      checkRange(requested, object.size);
    } catch (error) {
      await object.close();
      throw error;
    }
    return object.stream(requested);
  }

  async readThrough(
    bucket: string,
    key: string,
    take: TakeBytes,
    options: ReadThroughOptions = {},
  ): Promise<void> {
    return readFileThrough(this.#root, { bucket, key }, take, options);
  }

  /** An object as it stands now; to be streamed or closed. Throws OBJECT_NOT_FOUND. */
  async open(bucket: string, key: string): Promise<OpenObject> {
    return openObject(this.#root, bucket, key);
  }

  async write(
    bucket: string,
    key: string,
    body: ObjectBody,
    { size, signal, givesAway, xxh128, modified }: WriteOptions,
  ): Promise<StoredObject> {
    checkBucket(bucket);
    checkKey(key);
    signal?.throwIfAborted();
    const file = await this.receive({
      memory: givesAway === true ? "givenAway" : "borrowed",
      size,
      ...(xxh128 === undefined ? {} : { xxh128 }),
      ...(modified === undefined ? {} : { modified }),
    });
    try {
      for await (const chunk of body) {
        signal?.throwIfAborted();
        await file.add(chunk);
        if (file.size > size) break;
      }
      checkSize(file.size, size);
      signal?.throwIfAborted();
      return await this.publish(file, { bucket, key });
    } catch (error) {
      await file.discard();
      return this.#refused(error);
    }
  }

  async join(source: JoinSource, target: JoinTarget): Promise<StoredObject> {
    return joinFiles(this.#root, source, target).catch(this.#refused);
  }

  async copy(source: CopySource, target: CopyTarget): Promise<StoredObject> {
    return copyObject(this.#root, source, target).catch(this.#refused);
  }

  /** Files have no classes. */
  async moveToClass({ bucket, key, version }: ClassTarget): Promise<StoredObject> {
    const standing = await this.restore({ bucket, key });
    checkVersion(key, standing.version, version);
    return standing;
  }

  async restore({ bucket, key }: ObjectPlace): Promise<StoredObject> {
    const standing = await this.head(bucket, key);
    if (standing === undefined) throw objectMissing(key);
    return standing;
  }

  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    await removeObjects(this.#root, bucket, keys).catch(this.#refused);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root.folder).catch(this.#refused);
    return bavail * bsize;
  }

  async ping(): Promise<void> {
    await access(this.#root.temporary, constants.W_OK).catch(this.#refused);
  }
}
