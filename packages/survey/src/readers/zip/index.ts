export { isMacCopy, pathInside } from "./archive-path.ts";
export { unpackEntry, type UnpackBounds } from "./unpack-entry.ts";
export { readZipDirectory, type ZipEntry } from "./zip-directory.ts";
