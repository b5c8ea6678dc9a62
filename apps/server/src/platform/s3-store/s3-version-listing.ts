import {
  type DeleteMarkerEntry,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  type S3Client,
} from "@aws-sdk/client-s3";

/** After which version a page begins; empty for the first. */
export interface VersionMarker {
  readonly KeyMarker?: string;
  readonly VersionIdMarker?: string;
}

export interface ListedVersions {
  readonly versions: readonly ObjectVersion[];
  /** Delete markers, which stand for removed objects. */
  readonly markers: readonly DeleteMarkerEntry[];
  /** Undefined on the last page. */
  readonly next: VersionMarker | undefined;
}

/** A page of the versions below a prefix, latest first of each key; throws what the client throws. */
export async function listVersions(
  client: S3Client,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  after: VersionMarker,
): Promise<ListedVersions> {
  const page: ListObjectVersionsCommandOutput = await client.send(
    new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...after }),
  );
  const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
  return {
    versions: page.Versions ?? [],
    markers: page.DeleteMarkers ?? [],
    next:
      page.IsTruncated === true && KeyMarker !== undefined
        ? { KeyMarker, ...(VersionIdMarker === undefined ? {} : { VersionIdMarker }) }
        : undefined,
  };
}
