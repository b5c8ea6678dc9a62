import { areaOf, type EmbeddedRasters, embeddedRasters, pictureSize } from "./picture-size.ts";

/** The largest file that a page shows whole. */
export const MOST_SHOWN_BYTES = 33_554_432;
/** The largest vector picture that a page shows: ours have up to 500 kB, and each size redraws every line. */
const MOST_VECTOR_BYTES = 2_097_152;

const SVG = "image/svg+xml";
const PICTURES: Readonly<Record<string, string>> = {
  svg: SVG,
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** What follows the last dot, in lower case. */
export const endingOf = (path: string): string =>
  path.slice(path.lastIndexOf(".") + 1).toLowerCase();

/** A picture's media type by its name; undefined where browsers do not draw it. */
export const pictureType = (path: string): string | undefined => PICTURES[endingOf(path)];

/** Whether a picture is made of lines and letters, sharp at any size. */
export const isVector = (path: string): boolean => pictureType(path) === SVG;

export const mostPictureBytes = (path: string): number =>
  isVector(path) ? MOST_VECTOR_BYTES : MOST_SHOWN_BYTES;

export interface PictureContent {
  /** The text of a vector picture, the bytes of another one. */
  readonly content: Blob | string;
  /** Undefined where the bytes are no picture. */
  readonly rasters: EmbeddedRasters | undefined;
}

/** A picture's content, and its pixels where they are known. */
export function pictureOf(path: string, bytes: Uint8Array<ArrayBuffer>): PictureContent {
  if (isVector(path)) {
    const content = new TextDecoder().decode(bytes);
    return { content, rasters: embeddedRasters(content) };
  }
  const largest = pictureSize(bytes);
  const rasters = largest && { pixels: areaOf(largest), largest };
  return { content: new Blob([bytes]), rasters };
}
