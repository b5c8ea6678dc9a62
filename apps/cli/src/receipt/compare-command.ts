import { formatBytes } from "@swath/contract/bytes";
import { endpoints } from "@swath/contract/endpoints";
import { lastReading, lastReadingWords } from "@swath/contract/uploads";
import { readingReason } from "@swath/upload-engine/node";
import type { ApiCalls } from "@swath/upload-engine/ports";
import type { CompareArguments } from "../command-line.ts";
import { CommandProblem, EXIT, type ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { chooseUpload, flightIdOf } from "../upload/choose-upload.ts";
import { compareDrive } from "./compare-drive.ts";

interface Parts {
  readonly api: ApiCalls;
  readonly terminal: Pick<Terminal, "say" | "show">;
  /** The company's patterns of companion files. */
  readonly companions: readonly string[];
}

const LISTED = 1_000;

/**
 * Compares a folder of this machine with what the server signs for now, before its drive is wiped.
 * Throws a CommandProblem, or the server's refusal where a file does not stand whole.
 */
export async function compareCommand(
  words: CompareArguments,
  { api, terminal, companions }: Parts,
): Promise<ExitCode> {
  const flightId = flightIdOf(words);
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const { _id: uploadId } = chooseUpload(flight, words);
  const { files, head } = await api.call(endpoints.makeReceipt, { params: { flightId, uploadId } });
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
  terminal.say(`All ${equal} files are equal to what is stored.`);
  if (reading.isOld)
    terminal.say("That reading is old: keep the drive until swath verify has had it read again.");
  else terminal.say("Safe to wipe the drive.");
  return EXIT.ready;
}
