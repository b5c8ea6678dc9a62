/**
 * How an object's key becomes a path below its bucket's folder, and back. A key keeps its own names
 * wherever a file system can hold them beside all others:
 *
 * disk/D1 each segment of the key is one name; `%` and what the file system cannot hold is
 *    percent-encoded (on a file system that ignores case, upper case and all beyond ASCII too);
 * disk/D2 a segment of more than {@link MAX_NAME_BYTES} is cut in several names, one folder below the
 *    other, each but the last ending in `%+`;
 * disk/D3 a key may be an object and a folder of others at once, a name on the disk may not: so a name
 *    with a dot is an object's, and a folder of that name ends in `%d`; a name without a dot is a
 *    folder's, and an object of that name ends in `%o`.
 * No encoded segment has a `%` before `+`, `d` or `o`, so the marks cannot be mistaken.
 */
export const MAX_NAME_BYTES = 240;
const CONTINUED = "%+";
const FOLDER = "%d";
const OBJECT = "%o";

export interface Naming {
  /** Whether the file system distinguishes `A` from `a`. */
  readonly caseSensitive: boolean;
}

type Kind = "folder" | "object";

/** The names of folders and, last, of the file that hold an object. */
export function objectNames(key: string, naming: Naming): string[] {
  const segments = key.split("/");
  const last = segments.length - 1;
  return segments.flatMap((segment, i) =>
    segmentNames(segment, i === last ? "object" : "folder", naming),
  );
}

/** The names of the folders that hold the objects below a key. */
export function folderNames(key: string, naming: Naming): string[] {
  return key.split("/").flatMap((segment) => segmentNames(segment, "folder", naming));
}

function segmentNames(segment: string, kind: Kind, naming: Naming): string[] {
  const names: string[] = [];
  let name = "";
  for (const character of encodedCharacters(segment, naming)) {
    if (Buffer.byteLength(name + character) > MAX_NAME_BYTES) {
      names.push(name + CONTINUED);
      name = "";
    }
    name += character;
  }
  return [...names, name + markOf(segment, kind)];
}

function markOf(segment: string, kind: Kind): string {
  if (segment.includes(".")) return kind === "folder" ? FOLDER : "";
  return kind === "object" ? OBJECT : "";
}

function encodedCharacters(segment: string, naming: Naming): string[] {
  if (naming.caseSensitive) return Array.from(segment, (c) => (c === "%" ? "%25" : c));
  const encoded = Array.from(segment, (c) =>
    /[a-z0-9 _.(),;=+@~-]/.test(c) ? c : percentEncoded(c),
  );
  const last = encoded.at(-1);
  if (last === "." || last === " ") encoded[encoded.length - 1] = percentEncoded(last);
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(segment))
    encoded[0] = percentEncoded(segment.charAt(0));
  return encoded;
}

function percentEncoded(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");
}

/** What a name on the disk stands for: a whole segment, or with `continued` the start of one. */
export type ReadName = { readonly text: string } & (
  | { readonly continued: true }
  | { readonly continued: false; readonly kind: Kind }
);

/** Reads a name; `start` is the text of the names before it that it continues. Undefined for none of ours. */
export function readName(name: string, start: string, kind: Kind): ReadName | undefined {
  const mark = /%[+do]$/.exec(name)?.[0] ?? "";
  const text = start + decoded(name.slice(0, name.length - mark.length));
  if (mark === CONTINUED) return kind === "folder" ? { text, continued: true } : undefined;
  return mark === markOf(text, kind) ? { text, continued: false, kind } : undefined;
}

/** A name that cannot be decoded is a foreign one; no key leads to it as it stands. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
