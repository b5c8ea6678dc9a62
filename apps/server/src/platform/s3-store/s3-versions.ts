import {
  CopyObjectCommand,
  GetBucketVersioningCommand,
  HeadObjectCommand,
  type ObjectVersion as FoundVersion,
  type S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { objectMissing } from "../object-store/store-refusals.ts";
import { MAX_COPY_BYTES, planParts } from "./part-plan.ts";
import { copySource, rangeHeader, refusing, statusOf, versionOf } from "./s3-context.ts";
import { type ListedVersions, listVersions, type VersionMarker } from "./s3-version-listing.ts";
import { storeInParts } from "./s3-write.ts";

/** A version of an object, as a bucket with versioning keeps it. */
export interface S3Version {
  readonly key: string;
  readonly versionId: string;
  readonly size: number;
  readonly version: string;
  readonly modified: Date;
}
type Wanted = Pick<S3Version, "key" | "versionId" | "size">;

const PARTS_AT_ONCE = 4;

type Found = Pick<FoundVersion, "Key" | "VersionId" | "Size" | "LastModified" | "ETag">;

const toVersion = (found: Found): S3Version => ({
  key: found.Key!,
  versionId: found.VersionId!,
  size: found.Size ?? 0,
  version: versionOf(found),
  modified: found.LastModified!,
});

/** What buckets with versioning keep of objects that were replaced or removed. */
export class S3Versions {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async isVersioned(bucket: string): Promise<boolean> {
    const { Status } = await this.#client
      .send(new GetBucketVersioningCommand({ Bucket: bucket }))
      .catch(refusing(""));
    return Status === "Enabled";
  }

  /** The version of each object below a prefix that stands there now. */
  async *latest(bucket: string, prefix: string): AsyncGenerator<S3Version> {
    let after: VersionMarker | undefined = {};
    while (after !== undefined) {
      const page: ListedVersions = await listVersions(
        this.#client,
        { bucket, prefix },
        after,
      ).catch(refusing(prefix));
      for (const found of page.versions) if (found.IsLatest === true) yield toVersion(found);
      after = page.next;
    }
  }

  async #head(bucket: string, key: string, versionId?: string): Promise<S3Version | undefined> {
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }),
      );
      const { VersionId, ETag, LastModified, ContentLength: Size } = found;
      return toVersion({ Key: key, VersionId, ETag, LastModified, Size });
    } catch (error) {
      // A marker of a removed object is answered by 405 where its own version is asked for.
      if (statusOf(error) === 404 || statusOf(error) === 405) return undefined;
      return refusing(key)(error);
    }
  }

  /** Whether a version is there still, of this size. */
  async has(bucket: string, { key, versionId, size }: Wanted): Promise<boolean> {
    return (await this.#head(bucket, key, versionId))?.size === size;
  }

  /** Makes a version the one that stands there, by a copy within the store; answers what the port calls it. */
  async bringBack(bucket: string, wanted: Wanted): Promise<string> {
    const { key, size } = wanted;
    await (size > MAX_COPY_BYTES ? this.#copyParts(bucket, wanted) : this.#copy(bucket, wanted));
    const now = await this.#head(bucket, key);
    if (now === undefined) throw objectMissing(key);
    return now.version;
  }

  async #copy(bucket: string, { key, versionId }: Wanted): Promise<void> {
    const source = versionSource(bucket, key, versionId);
    const copy = new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource: source });
    await this.#client.send(copy).catch(refusing(key));
  }

  async #copyParts(bucket: string, { key, versionId, size }: Wanted): Promise<void> {
    const whole = { key, start: 0, length: size, etag: "" };
    const parts = planParts([whole]).flatMap((part) => (part.kind === "copy" ? part.range : []));
    await storeInParts(this.#client, { bucket, key }, parts, {
      concurrency: PARTS_AT_ONCE,
      send: async (range, { uploadId, number }) => {
        const { CopyPartResult } = await this.#client
          .send(
            new UploadPartCopyCommand({
              Bucket: bucket,
              Key: key,
              UploadId: uploadId,
              PartNumber: number,
              CopySource: versionSource(bucket, key, versionId),
              CopySourceRange: rangeHeader(range),
            }),
          )
          .catch(refusing(key));
        return CopyPartResult!.ETag!;
      },
    });
  }
}

const versionSource = (bucket: string, key: string, versionId: string): string =>
  `${copySource(bucket, key)}?versionId=${encodeURIComponent(versionId)}`;
