import {
  DeleteObjectsCommand,
  type _Error as RemovalError,
  HeadObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { AppError } from "@swath/contract/errors";
import { refuse, refusing, statusOf } from "./s3-context.ts";
import { listVersions, type VersionMarker } from "./s3-version-listing.ts";

/** A version, or a delete marker: that has no bytes. */
interface KeptVersion {
  readonly key: string;
  readonly versionId: string;
  /** Bytes; null of a delete marker. */
  readonly size: number | null;
}

type NamedVersion = Pick<KeptVersion, "key" | "versionId">;

interface KeptPage {
  readonly versions: readonly KeptVersion[];
  /** Of the page after this one; undefined on the last. */
  readonly next: VersionMarker | undefined;
}

/** A version that the store keeps, and why: its error code, and the lock of the object where it tells one. */
type RefusedVersion = NamedVersion & { readonly reason: string };

/** Without leave (403), or because the store has no such call (405, 501): asked again it answers the same. */
const FINAL: ReadonlySet<number | undefined> = new Set([403, 405, 501]);
/** Of one version: without leave or locked; MinIO's code of a locked one is InvalidRequest. */
const KEPT: ReadonlySet<string> = new Set(["AccessDenied", "InvalidRequest", "MethodNotAllowed"]);
const GONE: ReadonlySet<string> = new Set(["NoSuchKey", "NoSuchVersion"]);
const HEADS_AT_ONCE = 16;

/** Those of the errors that last; throws STORE_UNAVAILABLE where another call may do better. */
function lasting(errors: readonly RemovalError[]): readonly RemovalError[] {
  const passing = errors.find(({ Code = "" }) => !KEPT.has(Code) && !GONE.has(Code));
  if (passing !== undefined)
    throw new AppError("STORE_UNAVAILABLE", "the store kept a version", { code: passing.Code });
  return errors.filter(({ Code = "" }) => KEPT.has(Code));
}

/** Versions and delete markers that buckets keep of what was replaced or removed, and their removal for good. */
export class S3VersionRemoval {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /**
   * A page of all versions and delete markers below a prefix; a bucket that never kept versions answers its
   * objects with the version `null`. `refused` is the store's code where it does not list them for this key.
   */
  async page(
    bucket: string,
    prefix: string,
    after: VersionMarker = {},
  ): Promise<KeptPage | { readonly refused: string }> {
    try {
      const { versions, markers, next } = await listVersions(
        this.#client,
        { bucket, prefix },
        after,
      );
      const kept = versions.map(({ Key, VersionId, Size }) => ({
        key: Key!,
        versionId: VersionId!,
        size: Size ?? 0,
      }));
      const marked = markers.map(({ Key, VersionId }) => ({
        key: Key!,
        versionId: VersionId!,
        size: null,
      }));
      return { versions: [...kept, ...marked], next };
    } catch (error) {
      if (!FINAL.has(statusOf(error))) return refuse(error, prefix);
      return { refused: (error as Error).name };
    }
  }

  /** Removes versions of a page for good; missing ones are no error. Answers those that the store keeps. */
  async remove(bucket: string, versions: readonly NamedVersion[]): Promise<RefusedVersion[]> {
    const kept = lasting(await this.#delete(bucket, versions));
    const refused: RefusedVersion[] = [];
    for (let at = 0; at < kept.length; at += HEADS_AT_ONCE)
      refused.push(
        ...(await Promise.all(
          kept.slice(at, at + HEADS_AT_ONCE).map(async ({ Key, VersionId, Code }) => {
            const [key, versionId] = [Key!, VersionId!];
            const lock = await this.#lockOf(bucket, { key, versionId });
            return { key, versionId, reason: [Code ?? "refused", ...lock].join(", ") };
          }),
        )),
      );
    return refused;
  }

  async #delete(
    bucket: string,
    versions: readonly NamedVersion[],
  ): Promise<readonly RemovalError[]> {
    if (versions.length === 0) return [];
    const Objects = versions.map(({ key: Key, versionId: VersionId }) => ({ Key, VersionId }));
    try {
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Quiet: true, Objects } }),
      );
      return Errors;
    } catch (error) {
      if (statusOf(error) !== 403) return refuse(error, "");
      const { name: Code } = error as Error;
      return Objects.map(({ Key, VersionId }) => ({ Key, VersionId, Code }));
    }
  }

  /** What of object lock holds a version, in words; nothing where the store tells none. */
  async #lockOf(bucket: string, { key, versionId }: NamedVersion): Promise<string[]> {
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }),
      );
      const { ObjectLockMode: mode, ObjectLockRetainUntilDate: until } = found;
      return [
        ...(mode === undefined || until === undefined
          ? []
          : [`object lock (${mode}) until ${until.toISOString().slice(0, 10)}`]),
        ...(found.ObjectLockLegalHoldStatus === "ON" ? ["legal hold of the store"] : []),
      ];
    } catch (error) {
      // A marker is answered by 405, and a key without leave to read by 403.
      const status = statusOf(error);
      if (status !== undefined && status < 500) return [];
      return refusing(key)(error);
    }
  }
}
