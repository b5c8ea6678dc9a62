import { setTimeout as sleep } from "node:timers/promises";
import { formatBytes } from "@swath/contract/bytes";
import { endpoints } from "@swath/contract/endpoints";
import type { StoredVerification, StoredVerifications } from "@swath/contract/uploads";
import type { VerifyArguments } from "../command-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommandParts, findUpload } from "../upload/choose-upload.ts";

interface Parts extends Pick<CommandParts, "api" | "terminal"> {
  /** Between two looks at how far it is; a test passes its own. */
  readonly wait?: () => Promise<void>;
}

const POLL_MS = 2_000;

/**
 * Has the server read all stored files of an upload and compare them with what was sealed, and waits until it has.
 * The reading is the server's: it goes on where this command is ended, and `--cancel` ends it.
 */
export async function verifyCommand(words: VerifyArguments, parts: Parts): Promise<ExitCode> {
  const { api, terminal, wait = () => sleep(POLL_MS) } = parts;
  const { params } = await findUpload(words, parts);
  if (words.cancel) {
    await api.call(endpoints.cancelVerification, { params });
    terminal.say("The reading is ended.");
    return EXIT.ready;
  }
  let seen = await api.call(endpoints.verifyStored, { params });
  terminal.say("The server reads the stored files. Ctrl-C leaves it reading.");
  while (seen.latest !== null && seen.latest.ended === null) {
    terminal.show(progressOf(seen.latest));
    await wait();
    // A server that does not answer now may do so at the next look.
    seen = await api.call(endpoints.readVerification, { params }).catch(keep(seen));
  }
  return ended(seen, terminal);
}

const keep =
  (seen: StoredVerifications) =>
  (error: unknown): StoredVerifications => {
    if (error instanceof TypeError) return seen;
    throw error;
  };

function progressOf({ state, ahead, bytes, totalBytes }: StoredVerification): string {
  if (state === "waiting") return `Waiting for ${ahead} other readings`;
  return `Read ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
}

function ended({ latest, damaged }: StoredVerifications, terminal: Parts["terminal"]): ExitCode {
  if (latest === null || latest.state !== "read") {
    terminal.say(
      latest?.state === "replaced"
        ? "The data was changed while it was read. Verify it again."
        : `The reading was ended by ${latest?.cancelledBy ?? "somebody"}.`,
    );
    return EXIT.failed;
  }
  const { files, damaged: count, cold, begun, ended: at } = latest;
  if (files === 0) {
    terminal.say("No file of this data was sealed: there is nothing to compare with.");
    return EXIT.failed;
  }
  if (cold > 0) terminal.say(`In cold storage, and not read: ${cold}.`);
  if (count === 0) {
    terminal.say(`${files} files, all as sealed, read from ${begun} to ${at}.`);
    return EXIT.ready;
  }
  for (const { path, bucket, fault } of damaged)
    terminal.say(`damaged (${fault}) in ${bucket}: ${path}`);
  terminal.say(`${count} of ${files} files are damaged: send them again from the drive.`);
  return EXIT.failed;
}
