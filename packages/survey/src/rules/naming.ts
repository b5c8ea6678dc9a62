import { pathFault } from "@swath/contract/uploads";
import { FILE_KINDS, type FileKind, type FileKindId } from "./file-kinds.ts";
import { innerFolders, isPartName, lastName, namesOtherFlight } from "./flight-parts.ts";
import type { UploadProfile } from "./upload-profiles.ts";

export interface NamedFile {
  readonly path: string;
  readonly size: number;
}

/** The outcome of validating names: every file is in exactly one of the lists. */
export interface Naming<File extends NamedFile> {
  readonly accepted: readonly (File & { readonly kind: FileKindId })[];
  /** Claimed by a kind whose standard they miss. */
  readonly violations: ReadonlyMap<FileKindId, readonly string[]>;
  /** Folders that are named like a flight part but belong to another flight or no flight. */
  readonly wrongParts: readonly string[];
  /** Claimed by no kind of the upload type. */
  readonly unmatched: readonly string[];
  /** Paths that no object store takes. */
  readonly unsafe: readonly string[];
}

/** Sorts the files by the first kind of the profile that claims them, and validates them against its standard. */
export function validateNames<File extends NamedFile>(
  files: readonly File[],
  flightId: string,
  profile: UploadProfile,
): Naming<File> {
  const accepted: (File & { kind: FileKindId })[] = [];
  const violations = new Map<FileKindId, string[]>();
  const wrongParts = new Set<string>();
  const unmatched: string[] = [];
  const [safe, unsafe] = parted(files);
  const first = firstPaths(safe, profile);
  const wrongPartOf = byFolder((path) => wrongPartFolder(path, flightId));
  for (const file of safe) {
    const wrongPart = profile.parts ? wrongPartOf(file.path) : undefined;
    const kind = profile.kinds.find((id) => FILE_KINDS[id].claims.test(file.path));
    if (wrongPart !== undefined) wrongParts.add(wrongPart);
    else if (kind === undefined) unmatched.push(file.path);
    else if (meets(file.path, flightId, FILE_KINDS[kind], first.get(kind)))
      accepted.push({ ...file, kind });
    else addTo(violations, kind, file.path);
  }
  return { accepted, violations, wrongParts: [...wrongParts], unmatched, unsafe };
}

/** Files whose paths a store takes, and the paths that no store takes. */
function parted<File extends NamedFile>(
  files: readonly File[],
): readonly [safe: File[], unsafe: string[]] {
  const safe: File[] = [];
  const unsafe: string[] = [];
  for (const file of files)
    if (pathFault(file.path) === undefined) safe.push(file);
    else unsafe.push(file.path);
  return [safe, unsafe];
}

function addTo(lists: Map<FileKindId, string[]>, kind: FileKindId, path: string): void {
  const list = lists.get(kind);
  if (list === undefined) lists.set(kind, [path]);
  else list.push(path);
}

/** Evaluates once per folder: a folder holds thousands of files. */
function byFolder<T>(answer: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const before = known.get(folder);
    if (before !== undefined || known.has(folder)) return before as T;
    const made = answer(path);
    known.set(folder, made);
    return made;
  };
}

/** A folder named like a flight part, `FL` and a number, that is no part of this flight. */
function wrongPartFolder(path: string, flightId: string): string | undefined {
  const wrong = innerFolders(path).findIndex(
    (name) => /^FL[\s_-]*\d/i.test(name) && !isPartName(name, flightId),
  );
  return wrong < 0 ? undefined : path.split("/", wrong + 2).join("/");
}

function firstPaths(files: readonly NamedFile[], profile: UploadProfile): Map<FileKindId, string> {
  const first = new Map<FileKindId, string>();
  for (const id of profile.kinds.filter((kind) => FILE_KINDS[kind].standard.is === "first"))
    for (const { path } of files)
      if (FILE_KINDS[id].claims.test(path) && !(path >= (first.get(id) ?? "\uffff")))
        first.set(id, path);
  return first;
}

/** A file as the standards see it. */
interface Named {
  readonly path: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly flightId: string;
}

function meets(path: string, flightId: string, kind: FileKind, first: string | undefined): boolean {
  const name = lastName(path);
  const file = { path, name, folders: innerFolders(path), flightId };
  const { standard } = kind;
  if (standard.is === "first") return path === first;
  if (standard.is === "exact") return isPartName(name.replace(kind.claims, ""), flightId);
  if (standard.is === "holds") return standard.word.test(path);
  if (standard.is === "root") return file.folders.length === 0 && standard.word.test(name);
  return BY_NAME[standard.is](file);
}

const BY_NAME: Readonly<Record<"never" | "native" | "flight", (file: Named) => boolean>> = {
  never: () => false,
  native: ({ name, flightId }) => !namesOtherFlight(name, flightId),
  flight: ({ name, flightId, folders }) =>
    !namesOtherFlight(name, flightId) &&
    (/^FL\d{6}(?![0-9A-Za-z])/.test(name) ||
      folders.some((folder) => isPartName(folder, flightId))),
};
