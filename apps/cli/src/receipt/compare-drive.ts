import { basename, resolve } from "node:path";
import type { ReceiptFile } from "@swath/contract/uploads";
import { companionsBeside, compareReceipt, type DriveComparison } from "@swath/upload-engine";
import { nodeHasher, readFolder } from "@swath/upload-engine/node";

/** How the folder is read. */
interface DriveOptions {
  /** Links that lead out of the folder are followed. */
  readonly followLinks: boolean;
  /** Patterns of companion files beside those that everybody has. */
  readonly companions: readonly string[];
  /** Given the bytes that were read so far. */
  readonly onProgress: (doneBytes: number) => void;
}

/** Compares a folder of this machine with a receipt's files; throws the system's error where it cannot be read. */
export async function compareDrive(
  given: string,
  receipt: readonly ReceiptFile[],
  { followLinks, companions, onProgress }: DriveOptions,
): Promise<DriveComparison> {
  const folder = resolve(given);
  const name = basename(folder);
  const isCompanion = companionsBeside(name, receipt, companions);
  const { files, reading } = await readFolder(folder, { followLinks, isCompanion });
  const { signal } = new AbortController();
  const drive = { name, files, leftOut: reading.leftOut };
  return (await compareReceipt(drive, receipt, { hasher: nodeHasher, signal, onProgress }))!;
}
