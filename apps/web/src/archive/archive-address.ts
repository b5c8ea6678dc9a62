export interface ArchivePlace {
  readonly bucket: string;
  readonly prefix: string;
}

/** Where an archive is stored, or undefined where its link is none into a store. */
export function archivePlace(link: string | null): ArchivePlace | undefined {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+)$/.exec(link ?? "") ?? [];
  return bucket === undefined || prefix === undefined ? undefined : { bucket, prefix };
}

/** The explorer at a place. */
export function explorerAddress({ bucket, prefix }: ArchivePlace): string {
  return `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;
}
