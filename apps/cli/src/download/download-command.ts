import { setTimeout as sleep } from "node:timers/promises";
import { formatBytes } from "@swath/contract/bytes";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import type { DownloadArguments } from "../command-line.ts";
import { CommandProblem, EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommandParts, findUpload } from "../upload/choose-upload.ts";
import { downloadFile, type Place } from "./download-file.ts";
import { topFolder } from "./safe-place.ts";

type Parts = Pick<CommandParts, "api" | "server" | "terminal">;

/** The server lets nobody ask without end; a download of many files waits for its turn. */
const TURN_MS = 5_000;
const TURNS = 60;

/** A fresh address of a stored object. */
async function addressOf({ api, server }: Parts, { bucket, key }: Place): Promise<URL> {
  for (let turn = 1; ; turn++)
    try {
      const { url } = await api.call(endpoints.downloadObject, { body: { bucket, key } });
      const address = new URL(url, server);
      if (address.protocol === "http:" || address.protocol === "https:") return address;
      throw new Error("the server gave no address of a store");
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === "TOO_MANY_REQUESTS";
      if (!isBusy || turn === TURNS) throw error;
      await sleep(TURN_MS);
    }
}

/**
 * Saves the files of an upload below a folder, each compared with what was sealed of it. Ends with `failed` where one
 * is damaged or could not be saved, and names it; the same command goes on with the missing ones.
 */
export async function downloadCommand(words: DownloadArguments, parts: Parts): Promise<ExitCode> {
  const { api, terminal } = parts;
  const { params } = await findUpload(words, parts);
  const { files } = await api.call(endpoints.listStoredFiles, { params });
  const cold = files.filter(({ places }) => places.every(({ isCold = false }) => isCold));
  const [first] = cold;
  if (first !== undefined) {
    const more = cold.length === 1 ? "" : ` and ${cold.length - 1} more`;
    const message = `Nothing is downloaded: ${first.path}${more} cannot be read, as it is in cold storage. Restore the flight on its page first, and start again once it is restored.`;
    throw new CommandProblem(EXIT.failed, message);
  }
  const top = await topFolder(words.to).catch((error: Error) => {
    throw new CommandProblem(EXIT.usage, `${words.to} cannot be used: ${error.message}`, error);
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  terminal.say(`${files.length} files, ${formatBytes(total)}, into ${top}`);
  const counts = { saved: 0, present: 0, damaged: 0, failed: 0 };
  let received = 0;
  for (const [index, file] of files.entries()) {
    const show = (): void =>
      terminal.show(
        `${index + 1} of ${files.length}: ${formatBytes(received)} received, ${file.path}`,
      );
    show();
    const outcome = await downloadFile(top, file, {
      addressOf: (place) => addressOf(parts, place),
      fetch: (url, headers) => fetch(url, { headers }),
      onBytes: (bytes) => {
        received += bytes;
        show();
      },
    });
    counts[outcome.kind] += 1;
    if (outcome.kind === "damaged")
      terminal.say(`Damaged, not saved: ${file.path}: ${outcome.why}`);
    if (outcome.kind === "failed") terminal.say(`Not saved: ${file.path}: ${outcome.why}`);
  }
  const { saved, present, damaged, failed } = counts;
  terminal.say(`${saved} saved and ${present} there already, all as sealed.`);
  if (damaged + failed === 0) return EXIT.ready;
  terminal.say(`${damaged} damaged and ${failed} not saved. The same command resumes with these.`);
  return EXIT.failed;
}
