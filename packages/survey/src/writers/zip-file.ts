import { zipSync } from "fflate";

/** Years before 1980 do not fit in a ZIP; a fixed one keeps the bytes the same. */
const ZIP_TIME = new Date(1980, 0, 1);

/** A ZIP of files by their names: the same bytes for the same files. */
export const zipFile = (files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(files, { mtime: ZIP_TIME }));
