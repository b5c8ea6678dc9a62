import {
  closeSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { sampleFolder } from "../../../e2e/folder.ts";

const GB = 1_000_000_000;
const RANGE_BYTES = 27.5 * GB;
const GPS_BYTES = 3 * GB;

/**
 * A valid LiDAR folder of the sample generator whose recordings are grown to 100 GB: what was
 * written stays at their beginning, the last half of it goes to their end, and between
 * lies a hole that takes no room on the disk.
 */
export function writeSparse(place: string, upload: ReadyUpload): { folder: string; bytes: number } {
  const folder = sampleFolder(upload, place, "--no-big");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    if (file.endsWith(".range")) stretch(file, RANGE_BYTES);
    if (/\.\d{3}$/.test(file)) stretch(file, GPS_BYTES);
  }
  return { folder, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}

function stretch(file: string, size: number): void {
  const bytes = readFileSync(file);
  const half = bytes.subarray(bytes.length / 2);
  truncateSync(file, bytes.length / 2);
  truncateSync(file, size);
  const handle = openSync(file, "r+");
  writeSync(handle, half, 0, half.length, size - half.length);
  closeSync(handle);
}
