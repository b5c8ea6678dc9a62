import { writeFile } from "node:fs/promises";
import { endpoints } from "@swath/contract/endpoints";
import { lastReading, lastReadingWords, receiptName } from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import type { ReceiptArguments } from "../command-line.ts";
import { CommandProblem, EXIT, type ExitCode } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { chooseUpload, flightIdOf } from "../upload/choose-upload.ts";

interface Parts {
  readonly api: ApiCalls;
  readonly terminal: Pick<Terminal, "say">;
}

/**
 * Saves the signed receipt of a folder's upload, in a file that is not there yet. Throws a
 * CommandProblem, or the server's refusal where a file does not stand whole.
 */
export async function receiptCommand(
  words: ReceiptArguments,
  { api, terminal }: Parts,
): Promise<ExitCode> {
  const flightId = flightIdOf(words);
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const { _id: uploadId } = chooseUpload(flight, words);
  const receipt = await api.call(endpoints.makeReceipt, { params: { flightId, uploadId } });
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
