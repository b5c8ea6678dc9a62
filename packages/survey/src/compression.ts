/** Extensions whose files are sent as they are (document 2, section 9). */
const NEVER_COMPRESSED: ReadonlySet<string> = new Set([
  "csv",
  "jgw",
  "jpg",
  "iiq",
  "kmz",
  "rawimage",
  "pdf",
  "laz",
  "pack",
  "raw",
  "tif",
  "sha1",
]);

/** Whether a file travels as Zstandard frames: every one but the {@link NEVER_COMPRESSED}, in any case. */
export function zipped(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 || !NEVER_COMPRESSED.has(name.slice(dot + 1).toLowerCase());
}
