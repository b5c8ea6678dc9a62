import { parseArgs } from "node:util";
import { UPLOAD_TYPES, type UploadType, uploadTypeSchema } from "@swath/contract/uploads";
import type { HourlyLimit } from "@swath/upload-engine";
import { CommandProblem, EXIT } from "./exit-codes.ts";
import { type CommandName, isCommand, USAGE } from "./help.ts";

/** The flight and upload that a folder is for, as far as the command names them. */
interface FolderArguments {
  readonly folder: string;
  readonly flight: string | undefined;
  readonly type: UploadType | undefined;
  readonly sensor: string | undefined;
}

export interface UploadArguments extends FolderArguments {
  /** Warnings are accepted without being asked. */
  readonly yes: boolean;
  /** Of sending; undefined for as fast as the link takes. */
  readonly limit: HourlyLimit | undefined;
  /** An upload that another program or page of the same person sends is sent here instead. */
  readonly takeOver: boolean;
  /** Links that lead out of the folder are followed. */
  readonly followLinks: boolean;
  /** How data that is ready is updated; undefined where it must not be. */
  readonly update?: UpdateArguments | undefined;
}

/** Which of the folder's files an update sends. */
export interface UpdateArguments {
  /** Files of the same size are compared by content. */
  readonly compare: boolean;
  /** Unchanged files are sent, too. */
  readonly all: boolean;
}

export interface ReceiptArguments extends FolderArguments {
  /** The file it is saved in; undefined for one in the present folder, named after the flight. */
  readonly save: string | undefined;
}

export interface CompareArguments extends FolderArguments {
  /** Links that lead out of the folder are followed. */
  readonly followLinks: boolean;
}

export interface VerifyArguments extends FolderArguments {
  /** Ends the reading that is under way. */
  readonly cancel: boolean;
}

export interface DownloadArguments extends FolderArguments {
  /** The folder that files are saved below. */
  readonly to: string;
}

export type Command =
  | { readonly kind: "help"; readonly of: CommandName | undefined }
  | { readonly kind: "login"; readonly server: URL }
  | { readonly kind: "logout"; readonly server: URL }
  | ({ readonly kind: "upload"; readonly server: URL } & UploadArguments)
  | ({ readonly kind: "receipt"; readonly server: URL } & ReceiptArguments)
  | ({ readonly kind: "compare"; readonly server: URL } & CompareArguments)
  | ({ readonly kind: "verify"; readonly server: URL } & VerifyArguments)
  | ({ readonly kind: "download"; readonly server: URL } & DownloadArguments);

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const OPTIONS = {
  flight: text,
  type: text,
  sensor: text,
  server: text,
  yes: flag,
  "take-over": flag,
  "follow-links": flag,
  update: flag,
  compare: flag,
  all: flag,
  save: text,
  to: text,
  cancel: flag,
  limit: text,
  help: { ...flag, short: "h" },
} as const;

const wrong = (message: string, cause?: unknown): CommandProblem =>
  new CommandProblem(EXIT.usage, message, cause);

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), error);
  }
}

/** Reads a command's words; throws a CommandProblem that names the fault in them. */
export function readCommand(
  words: readonly string[],
  environment: { readonly SWATH_SERVER?: string | undefined },
): Command {
  const { values, positionals } = parse(words);
  const [name, folder, ...more] = positionals;
  if (values.help === true || name === "help") {
    const of = name === "help" ? folder : name;
    return { kind: "help", of: of !== undefined && isCommand(of) ? of : undefined };
  }
  const server = (): URL => serverOf(values.server ?? environment.SWATH_SERVER);
  if (name === undefined || !isCommand(name))
    throw wrong(name === undefined ? USAGE : `There is no command ${name}\n\n${USAGE}`);
  if (name === "login" || name === "logout") {
    if (folder !== undefined) throw wrong(`${name} takes no folder`);
    return { kind: name, server: server() };
  }
  if (folder === undefined || more.length > 0) throw wrong(`${name} takes one folder`);
  const { flight, sensor, yes = false, save } = values;
  const type = typeOf(values.type);
  const meant = { folder, flight: flight?.toUpperCase(), type, sensor, server: server() };
  if (name === "receipt") return { kind: name, ...meant, save };
  const followLinks = values["follow-links"] ?? false;
  if (name === "compare") return { kind: name, ...meant, followLinks };
  if (name === "verify") return { kind: name, ...meant, cancel: values.cancel ?? false };
  if (name === "download") {
    if (values.to === undefined) throw wrong("Say where the files are saved: --to PLACE");
    return { kind: name, ...meant, to: values.to };
  }
  const limit = values.limit === undefined ? undefined : readLimit(values.limit);
  const update = updateOf(values);
  return {
    kind: "upload",
    ...meant,
    yes,
    takeOver: values["take-over"] ?? false,
    followLinks,
    update,
    limit,
  };
}

function updateOf({ update, compare = false, all = false }: ReturnType<typeof parse>["values"]) {
  if (update === true) return { compare, all };
  if (compare || all) throw wrong("--compare and --all belong to --update");
  return undefined;
}

function typeOf(word: string | undefined): UploadType | undefined {
  if (word === undefined) return undefined;
  const known = uploadTypeSchema.safeParse(word);
  if (known.success) return known.data;
  throw wrong(`The type ${word} is none of ${UPLOAD_TYPES.join(", ")}`);
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Tokens cross no network in the clear: without https a server is reached on this machine only. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

function serverOf(word: string | undefined): URL {
  if (word === undefined || word === "")
    throw wrong("Say which server: --server URL, or SWATH_SERVER");
  const url = URL.parse(word);
  if (url === null) throw wrong(`${word} is no address of a server`);
  if (!isSafe(url)) throw wrong(`${word} must begin with https://`);
  return new URL(url.origin);
}

const BYTES = { kB: 1_000, MB: 1_000_000 } as const;
const LIMIT =
  /^(?<rate>\d+(?:\.\d+)?)(?<unit>kB|MB)\/s(?:@(?<from>[0-2]\d:[0-5]\d)-(?<to>[0-2]\d:[0-5]\d))?$/;
const DAY = 24 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Reads `2MB/s` or `500kB/s@08:00-18:00`; throws a CommandProblem where it is neither. */
export function readLimit(word: string): HourlyLimit {
  const { rate, unit, from, to } = LIMIT.exec(word)?.groups ?? {};
  const bytesPerSecond = Number(rate ?? 0) * BYTES[(unit ?? "kB") as keyof typeof BYTES];
  const hours =
    from === undefined || to === undefined
      ? undefined
      : { from: minutesOf(from), to: minutesOf(to) };
  const isDay =
    hours === undefined || (hours.from < DAY && hours.to < DAY && hours.from !== hours.to);
  if (bytesPerSecond === 0 || !isDay)
    throw new CommandProblem(
      EXIT.usage,
      `The limit ${word} is not understood: say 2MB/s, or 500kB/s@08:00-18:00`,
    );
  return { bytesPerSecond, ...(hours && { hours }) };
}
