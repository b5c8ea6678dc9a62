import { formatBytes } from "@swath/contract/bytes";
import { endpoints } from "@swath/contract/endpoints";
import {
  byPathKey,
  type DifferenceRow,
  type Equality,
  FILE_CHANGE_WORDS,
  FILE_CHANGES,
  type FolderFile,
  isComparable,
  isTouched,
  type StoredFile,
  type Sum,
  updateDifference,
  type UpdateDifference,
} from "@swath/contract/uploads";
import { companions } from "@swath/survey";
import { compareContent, type ComparedFile, type Selection } from "@swath/upload-engine";
import { nodeHasher } from "@swath/upload-engine/node";
import type { ApiCalls } from "@swath/upload-engine/ports";
import type { UpdateArguments } from "../command-line.ts";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

interface Parts {
  readonly api: ApiCalls;
  readonly params: { readonly flightId: string; readonly uploadId: string };
  readonly terminal: Terminal;
  /** The update is accepted without being asked. */
  readonly yes: boolean;
  /** The company's patterns of companion files: stored ones are none of the folder's. */
  readonly companions: readonly string[];
}

/**
 * Says what an update changes before a byte leaves, and returns what it sends; undefined where all is
 * stored already. Throws a CommandProblem where the update is not accepted.
 */
export async function previewUpdate(
  selection: Selection,
  { compare, all }: UpdateArguments,
  { api, params, terminal, yes, companions: patterns }: Parts,
): Promise<Selection | undefined> {
  terminal.say("Listing the stored files");
  const isCompanion = companions(patterns);
  const listed = await api.call(endpoints.listStoredFiles, { params });
  const stored = listed.files.filter(({ path }) => !isCompanion(path));
  const files = comparedFiles(selection, stored);
  const touched = files.filter((file) => file.isTouched);
  if (touched.length > 0 && !compare) terminal.say(touchedText(touched.length));
  const equality = await compared(compare ? files : touched, terminal);
  const folder = selection.files.map(folderFile);
  const difference = updateDifference(folder, stored, equality);
  terminal.say(printedDifference(difference));
  terminal.say(COMPARED_BY);
  const unchanged = new Set(
    difference.rows.filter(({ change }) => change === "unchanged").map(({ path }) => path),
  );
  const sent = all
    ? selection.files
    : selection.files.filter(({ entry }) => !unchanged.has(entry.fullPath));
  if (sent.length === 0) return undefined;
  if (!yes) await accept(terminal, sent.length);
  return { ...selection, files: sent };
}

const COMPARED_BY =
  "Compared by name, size, time of change, and time of status change (ctime) where it was sealed.";

const touchedText = (files: number): string =>
  `${files === 1 ? "1 file has" : `${files} files have`} the size and time of what is stored and another time of status change (ctime), as after a copy: compared by content.`;

const folderFile = ({ entry }: Selection["files"][number]): FolderFile => ({
  path: entry.fullPath,
  size: entry.originalSize,
  modified: entry.modified,
  statusChanged: entry.statusChanged,
});

/** The files that only their content can tell from the stored ones. */
function comparedFiles({ files }: Selection, stored: readonly StoredFile[]) {
  const standing = byPathKey(stored, ({ path }) => path);
  return files.flatMap((each) => {
    const { file } = each;
    const former = standing(file.path);
    return former !== undefined && isComparable(file, former)
      ? [{ file, xxh128: former.xxh128, isTouched: isTouched(folderFile(each), former) }]
      : [];
  });
}

async function compared(
  comparable: readonly ComparedFile[],
  terminal: Terminal,
): Promise<Equality> {
  const total = formatBytes(comparable.reduce((sum, { file }) => sum + file.size, 0));
  const outcome = await compareContent(comparable, {
    hasher: nodeHasher,
    signal: new AbortController().signal,
    onProgress: (bytes) => terminal.show(`Compared ${formatBytes(bytes)} of ${total}`),
  });
  if (outcome.kind === "compared") return outcome.equality;
  const why = outcome.kind === "unreadable" ? `${outcome.path}: ${outcome.reason}` : outcome.kind;
  throw new CommandProblem(EXIT.failed, `The files could not be compared. ${why}`);
}

async function accept(terminal: Terminal, files: number): Promise<void> {
  if (!terminal.isInteractive)
    throw new CommandProblem(EXIT.blocked, "Nothing was sent. --yes accepts the update.");
  if (!(await terminal.confirm(`Send ${files === 1 ? "1 file" : `${files} files`}?`)))
    throw new CommandProblem(EXIT.blocked, "Nothing was sent.");
}

const NAMED = 20;

/** What an update changes: the sums of each change, and the first of the files that are new or replaced. */
export function printedDifference({ rows, sums, untouched }: UpdateDifference): string {
  const differing = rows.filter(({ change }) => change === "new" || change === "changed");
  const rest = differing.length - NAMED;
  return [
    "What this update changes:",
    ...FILE_CHANGES.map((change) => `  ${FILE_CHANGE_WORDS[change]}: ${sumText(sums[change])}`),
    `  Not in this folder, stays: ${sumText(untouched)}`,
    ...differing.slice(0, NAMED).map(line),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

function sumText({ files, bytes }: Sum): string {
  if (files === 0) return "none";
  return `${files} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)}`;
}

function line({ path, change, size, storedSize }: DifferenceRow): string {
  const before = storedSize === undefined ? "" : `${formatBytes(storedSize)} -> `;
  return `  ${FILE_CHANGE_WORDS[change]}: ${path} (${before}${formatBytes(size)})`;
}
