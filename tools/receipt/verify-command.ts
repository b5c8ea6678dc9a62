import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../apps/server/src/app/config/read-config.ts";
import { plainLine } from "@swath/contract/plain-line";
import { lastReading, lastReadingWords } from "@swath/contract/uploads";
import { patternsFault, splitPatterns } from "@swath/survey";
import { asksForHelp } from "../help.mjs";
import type { DriveComparison } from "@swath/upload-engine";
import { compareDrive } from "../../apps/cli/src/receipt/receipt-command.ts";
import { readReceipt, type ReadReceipt, reasonOf, Refusal } from "./read-receipt.ts";
import { checkSignature, keysOfFile, keysOfServer, type TrustedKeys } from "./trusted-keys.ts";

const USAGE = `Compares a folder on disk with the receipt of its upload.

  npm run -s verify-receipt -- FILE FOLDER [--key FILE | --server URL] [--follow-links]
    [--companions '*.tmp,.sync*']

--key takes the set of keys that the server publishes, saved earlier; --server asks the server for it.
Without either, the server of this installation is asked. --follow-links follows links that lead out of
the folder; --companions passes over files of these names that the receipt does not hold, as the
server's SWATH_COMPANIONS does.
Exits 0 (every file is equal), 1 (the folder differs), 2 (not verified).`;
const NOT_VERIFIED = 2;
const LISTED = 1_000;

interface Options {
  readonly receipt: string;
  readonly folder: string;
  readonly key: string | undefined;
  readonly server: string | undefined;
  readonly reading: { readonly followLinks: boolean; readonly companions: readonly string[] };
}

interface CompareProgress {
  readonly bytes: number;
  readonly ofBytes: number;
}

/** What a command ends with; `error` is one line, or how the command is called. */
interface CommandResult {
  readonly status: number;
  readonly output?: string;
  readonly error?: string;
}

const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { key: text, server: text, companions: text, "follow-links": flag };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [receipt, folder, ...more] = positionals;
  const { key, server } = values;
  const both = key !== undefined && server !== undefined;
  if (receipt === undefined || folder === undefined || more.length > 0 || both)
    throw new Refusal(USAGE);
  const reading = {
    followLinks: values["follow-links"] ?? false,
    companions: patternsOf(values.companions),
  };
  return { receipt: here(receipt), folder: here(folder), key, server, reading };
}

function patternsOf(words: string | undefined): readonly string[] {
  const patterns = splitPatterns(words ?? "");
  const fault = patternsFault(patterns);
  if (fault !== undefined) throw new Refusal(`The companions ${fault}`);
  return patterns;
}

function trustedKeys({ key, server }: Options): Promise<TrustedKeys> {
  if (key !== undefined) return keysOfFile(here(key));
  return keysOfServer(server ?? readConfig(process.env).publicUrl.href);
}

/** When the server had read what it signed for; receipts of version 1 do not say. */
function readingOf({ head, files }: ReadReceipt): string {
  if (head.version === 1) return "The receipt does not say when the server read the stored files.";
  const reading = lastReading([...files.values()], Date.parse(head.made));
  const words = lastReadingWords(reading, files.size, (at) => at);
  return reading.isOld ? `${words} That was old when the receipt was made.` : words;
}

function outputOf(receipt: ReadReceipt, trust: string, found: DriveComparison): string {
  const { head } = receipt;
  const { equal, differences } = found;
  const listed = differences.slice(0, LISTED).map(({ path, what }) => `${what}: ${path}`);
  const more = differences.length - listed.length;
  const unequal = `${differences.length} ${differences.length === 1 ? "difference" : "differences"}`;
  return [
    `Receipt of ${head.flightId} ${head.uploadType}, upload ${head.uploadId}, made ${head.made} for ${head.madeBy}`,
    `Signature valid, key ${head.kid}; trusted: ${trust}`,
    readingOf(receipt),
    "Compared: names in either spelling of accents, sizes, and the content (XXH128); no time.",
    ...listed,
    ...(more > 0 ? [`and ${more} more`] : []),
    differences.length === 0
      ? `All ${equal} files are equal to what was stored.`
      : `${unequal}, ${equal} files are equal: do NOT wipe the drive.`,
  ]
    .map(plainLine)
    .join("\n");
}

async function verify(
  args: readonly string[],
  onProgress: (progress: CompareProgress) => void,
): Promise<CommandResult> {
  const options = readOptions(args);
  const receipt = await readReceipt(options.receipt);
  const keys = await trustedKeys(options);
  checkSignature(receipt, keys);
  const files = [...receipt.files.values()];
  const found = await compareDrive(options.folder, files, {
    ...options.reading,
    onProgress: (bytes) => onProgress({ bytes, ofBytes: receipt.head.bytes }),
  }).catch((error: unknown) => {
    throw new Refusal(`The folder cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  const status = found.differences.length === 0 ? 0 : 1;
  return { status, output: outputOf(receipt, keys.trust, found) };
}

/** Runs `verify-receipt` with its arguments; never rejects. */
export async function verifyCommand(
  args: readonly string[],
  onProgress: (progress: CompareProgress) => void = () => {},
): Promise<CommandResult> {
  if (asksForHelp(args)) return { status: 0, output: USAGE };
  try {
    return await verify(args, onProgress);
  } catch (error) {
    const why = reasonOf(error);
    return { status: NOT_VERIFIED, error: why === USAGE ? USAGE : plainLine(why) };
  }
}

const SHOWN_EVERY_MS = 250;
let shown = 0;

/** A line that is written over, on a terminal alone. */
function showProgress({ bytes, ofBytes }: CompareProgress): void {
  const now = Date.now();
  if (!process.stderr.isTTY || now - shown < SHOWN_EVERY_MS) return;
  shown = now;
  const percent = Math.min(100, Math.floor((bytes / ofBytes) * 100));
  process.stderr.write(`\r\u001b[KReading the folder: ${percent} %`);
}

if (import.meta.main) {
  const { status, output, error } = await verifyCommand(process.argv.slice(2), showProgress);
  if (shown > 0) process.stderr.write("\r\u001b[K");
  if (output !== undefined) console.log(output);
  if (error !== undefined) console.error(error);
  process.exitCode = status;
}
