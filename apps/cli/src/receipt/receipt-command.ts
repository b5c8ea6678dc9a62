import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { formatBytes } from "@swath/contract/bytes";
import { endpoints } from "@swath/contract/endpoints";
import {
  lastReading,
  lastReadingWords,
  type ReceiptFile,
  receiptName,
} from "@swath/contract/uploads";
import { companionsBeside, compareReceipt, type DriveComparison } from "@swath/upload-engine";
import { nodeHasher, readFolder, readingReason } from "@swath/upload-engine/node";
import type { CompareArguments, ReceiptArguments } from "../command-line.ts";
import { CommandProblem, EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommandParts, findUpload } from "../upload/choose-upload.ts";

type Parts = Pick<CommandParts, "api" | "terminal" | "companions">;

/**
 * Saves the signed receipt of a folder's upload, in a file that is not there yet. Throws a
 * CommandProblem, or the server's refusal where a file does not stand whole.
 */
export async function receiptCommand(
  words: ReceiptArguments,
  parts: Pick<Parts, "api" | "terminal">,
): Promise<ExitCode> {
  const { api, terminal } = parts;
  const { params } = await findUpload(words, parts);
  const receipt = await api.call(endpoints.makeReceipt, { params });
  const path = words.save ?? receiptName(receipt.head);
  await save(path, JSON.stringify(receipt));
  const { files, bytes } = receipt.head;
  terminal.say(`${path}: ${files} files of ${bytes} bytes stand whole in storage.`);
  const reading = lastReading(receipt.files, Date.now());
  terminal.say(lastReadingWords(reading, files, (at) => at));
  if (reading.isOld)
    terminal.say(
      "That reading is old: have them read again first, by swath verify, and save another receipt.",
    );
  terminal.say(`Before the drive is wiped, compare it: swath compare ${words.folder}`);
  return EXIT.ready;
}

async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandProblem(EXIT.usage, `${path} cannot be written: ${error.message}`, error);
  }
}

const LISTED = 1_000;

/**
 * Compares a folder of this machine with what the server signs for now, before its drive is wiped.
 * Throws a CommandProblem, or the server's refusal where a file does not stand whole.
 */
export async function compareCommand(words: CompareArguments, parts: Parts): Promise<ExitCode> {
  const { api, terminal, companions } = parts;
  const { params } = await findUpload(words, parts);
  const { files, head } = await api.call(endpoints.makeReceipt, { params });
  const total = formatBytes(head.bytes);
  const { equal, differences } = await compareDrive(words.folder, files, {
    followLinks: words.followLinks,
    companions,
    onProgress: (bytes) => terminal.show(`Compared ${formatBytes(bytes)} of ${total}`),
  }).catch((error: unknown) => {
    throw new CommandProblem(
      EXIT.failed,
      `${words.folder} cannot be read: ${readingReason(error)}. Keep the drive.`,
      error,
    );
  });
  for (const { what, path } of differences.slice(0, LISTED)) terminal.say(`${what}: ${path}`);
  if (differences.length > LISTED) terminal.say(`and ${differences.length - LISTED} more`);
  const reading = lastReading(files, Date.now());
  terminal.say(lastReadingWords(reading, files.length, (at) => at));
  if (differences.length > 0) {
    const differ = differences.length === 1 ? "1 difference" : `${differences.length} differences`;
    terminal.say(`${differ}, ${equal} files are equal: keep the drive.`);
    return EXIT.failed;
  }
  terminal.say(`All ${equal} files are equal to the stored ones.`);
  if (reading.isOld)
    terminal.say("That reading is old: keep the drive until swath verify has had it read again.");
  else terminal.say("Safe to wipe the drive.");
  return EXIT.ready;
}

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
