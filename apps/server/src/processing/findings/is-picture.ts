/** First bytes of PNG, JPEG, and of WebP behind its length. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const begins = (bytes: Buffer, with_: Buffer): boolean =>
  bytes.subarray(0, with_.length).equals(with_);

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";

/** The media type of a picture by its first bytes; undefined where browsers make no picture of it. */
export function pictureType(bytes: Buffer): "image/png" | "image/jpeg" | "image/webp" | undefined {
  if (begins(bytes, PNG)) return "image/png";
  if (begins(bytes, JPEG)) return "image/jpeg";
  return isWebp(bytes) ? "image/webp" : undefined;
}

/** Whether bytes begin as a picture does that browsers make of what they show. */
export const isPicture = (bytes: Buffer): boolean => pictureType(bytes) !== undefined;
