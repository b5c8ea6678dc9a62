import { nameOf } from "@swath/contract/explorer";

/** A folder of a bucket. */
export interface Place {
  readonly bucket: string;
  /** Empty for the bucket itself, else with a trailing `/`. */
  readonly prefix: string;
}

export interface Crumb {
  readonly label: string;
  /** Where it leads; undefined for one that is plain text. */
  readonly prefix: string | undefined;
}

/**
 * The way to a folder (document 3, section 2.10): the bucket and the first folder plain, those in the
 * middle lead up, the last ends in a `/`.
 */
export function crumbsOf({ bucket, prefix }: Place): Crumb[] {
  const folders = prefix.split("/").slice(0, -1);
  const labels = [bucket, ...folders.map((name) => name || NO_NAME)];
  const last = labels.length - 1;
  return labels.map((label, i) => {
    const leadsUp = i > 1 && i < last;
    return {
      label: i === last ? `${label}/` : label,
      prefix: leadsUp ? `${folders.slice(0, i).join("/")}/` : undefined,
    };
  });
}

/** The folder above; undefined above a bucket. */
export function above({ bucket, prefix }: Place): Place | undefined {
  if (prefix === "") return undefined;
  return { bucket, prefix: folderOf(prefix) };
}

/** S3 takes `a//b`: a folder whose name is empty. */
const NO_NAME = "(no name)";

/** The last part of a key, or of a folder's prefix, so that it can be read and clicked. */
export function shownName(key: string): string {
  return nameOf(key) || NO_NAME;
}

/** The folder that an object or a folder lies in. */
export function folderOf(key: string): string {
  // Of `/` alone the search would find that same slash.
  return key.length < 2 ? "" : key.slice(0, key.lastIndexOf("/", key.length - 2) + 1);
}

/** The flight whose data a key or prefix is at; undefined of any other place. */
export const flightOfKey = (key: string): string | undefined => /^(FL\d{6})\//.exec(key)?.[1];

export function s3Link(bucket: string, key: string): string {
  return `s3://${bucket}/${key}`;
}
