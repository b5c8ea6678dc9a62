import type { FileKindId } from "./file-kinds.ts";

/** The name of a file or folder, without the folders around it. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const FLIGHT_IDS = /FL\d{6}/g;

/** Whether a folder is named as a part of this flight: `{FlightID}` or `{FlightID}_NN`. */
export function isPartName(name: string, flightId: string): boolean {
  return name.startsWith(flightId) && /^(?:_\d{2})?$/.test(name.slice(flightId.length));
}

/** Folders between the chosen folder and the file's name. */
export function innerFolders(path: string): readonly string[] {
  return path.split("/").slice(1, -1);
}

/**
 * The flight part a file belongs to: the `{FlightID}_NN` its name begins with, else the part
 * folder it lies in, else the flight itself.
 */
export function partOf(path: string, flightId: string): string {
  const folder = innerFolders(path).findLast((name) => isPartName(name, flightId));
  return partOfName(lastName(path), flightId) ?? folder ?? flightId;
}

/** Whether a name holds the id of another flight. */
export function namesOtherFlight(name: string, flightId: string): boolean {
  for (const [id] of name.matchAll(FLIGHT_IDS)) if (id !== flightId) return true;
  return false;
}

/** A flight part, and the path or text that names it. */
export interface NamedPart {
  readonly part: string;
  readonly by: string;
}

/** Facts on a flight's parts. */
export interface PartFacts {
  readonly flightId: string;
  readonly accepted: readonly { readonly path: string; readonly kind: FileKindId }[];
  /** Every path of the folder, whether the file goes up or not. */
  readonly paths: readonly string[];
  /** Folders that were read; none where the reader sees files alone. */
  readonly folders: readonly string[];
  /** Parts of any flight that contents name. */
  readonly named: readonly NamedPart[];
}

/** Kinds that an instrument recorded. Papers, plans, coverages and overviews are made of them. */
const RECORDED: ReadonlySet<FileKindId> = new Set<FileKindId>([
  "gps",
  "pos",
  "gpso",
  "gpsn",
  "gnssImu",
  "range",
  "iiq",
  "rawimage",
  "bin",
  "dat",
]);

/** The flight parts without any accepted file: their folders, and parts that are only named. */
export function missingParts(facts: PartFacts): {
  readonly empty: readonly string[];
  readonly absent: readonly string[];
} {
  const { accepted, flightId } = facts;
  const folders = partFolders(facts);
  const full = new Set<string>();
  for (const { path } of accepted) for (const folder of foldersOf(path)) full.add(folder);
  const empty = [...folders].filter((folder) => !full.has(folder));
  const held = new Set(accepted.flatMap((file) => heldParts(file, flightId)));
  const emptyParts = new Set(empty.map(lastName));
  // A folder without numbered parts, such as images with their papers, lacks none.
  const numbered = [...held].filter((part) => part !== flightId);
  if (numbered.length === 0) return { empty, absent: [] };
  const absent = [...namedParts(facts), ...gapsOf(numbered, flightId)].filter(
    ({ part }) => !held.has(part) && !emptyParts.has(part),
  );
  const first = new Map(absent.toReversed().map((named) => [named.part, named.by]));
  const texts = Array.from(first, ([part, by]) => `${part} (${by})`);
  return { empty, absent: texts.toSorted() };
}

/** The folders that a path leads through, the base folder not among them. */
function foldersOf(path: string): readonly string[] {
  const names = path.split("/");
  return innerFolders(path).map((_, at) => names.slice(0, at + 2).join("/"));
}

function partFolders({ paths, folders, flightId }: PartFacts): ReadonlySet<string> {
  const parts = new Set<string>();
  const take = (folder: string): void => {
    if (folder.includes("/") && isPartName(lastName(folder), flightId)) parts.add(folder);
  };
  for (const folder of folders) take(folder);
  for (const path of paths) for (const folder of foldersOf(path)) take(folder);
  return parts;
}

/** Parts that a file belongs to: by its folders, and by its name where it is a recording. */
function heldParts(
  { path, kind }: PartFacts["accepted"][number],
  flightId: string,
): readonly string[] {
  const folders = innerFolders(path).filter((name) => isPartName(name, flightId));
  const own = RECORDED.has(kind) ? partOfName(lastName(path), flightId) : undefined;
  return own === undefined ? folders : [...folders, own];
}

/** `{FlightID}_NN` where a name begins with it. */
function partOfName(name: string, flightId: string): string | undefined {
  if (!name.startsWith(flightId)) return undefined;
  const suffix = /^_\d{2}(?!\d)/.exec(name.slice(flightId.length));
  return suffix === null ? undefined : flightId + suffix[0];
}

function namedParts({ paths, named, flightId }: PartFacts): readonly NamedPart[] {
  const byName = paths.flatMap((path): NamedPart[] => {
    const part = partOfName(lastName(path), flightId);
    return part === undefined ? [] : [{ part, by: `named by ${path}` }];
  });
  const byContent = named.filter(({ part }) => isPartName(part, flightId) && part !== flightId);
  return [...byName, ...byContent.map(({ part, by }) => ({ part, by: `named in ${by}` }))];
}

/** The parts before the last: of these a flight lacks what it does not hold, as crews count from 01 on. */
function gapsOf(parts: readonly string[], flightId: string): readonly NamedPart[] {
  const numbers = parts.map((part) => Number(part.slice(flightId.length + 1)));
  const last = Math.max(...numbers);
  const all = Array.from({ length: Math.max(0, last - 1) }, (_, at) => at + 1);
  const name = (number: number): string => `${flightId}_${String(number).padStart(2, "0")}`;
  return all.map((number) => ({ part: name(number), by: `left out before ${name(last)}` }));
}

/** Parts of any flight that a text names. */
export function partsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?<![0-9A-Za-z])FL\d{6}_\d{2}(?!\d)/gi), ([part]) =>
    part.toUpperCase(),
  );
}
