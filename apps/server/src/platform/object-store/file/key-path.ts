/**
 * How an object's key becomes a path below its bucket's folder, and back. Keys keep their own names
 * wherever a file system can hold them:
 *
 * K1 each segment of the key is one name; `%` and what the file system cannot hold is
 *    percent-encoded (on a file system that ignores case, upper case and all beyond ASCII too);
 * K2 a segment of more than {@link MAX_NAME_BYTES} is cut in several names, one folder below the
 *    other, each but the last ending in `%+`;
 * K3 an object whose key is also a folder of other objects stands beside it as `{name}%o`.
 * No encoded segment ends in `%+` or `%o` of its own, so the three never meet.
 */
export const MAX_NAME_BYTES = 240;
export const CONTINUED = "%+";
export const BESIDE = "%o";

export interface Naming {
  /** Whether the file system tells `A` from `a`. */
  readonly caseSensitive: boolean;
}

/** The names of folders and, last, of the file that hold an object. */
export function keyNames(key: string, naming: Naming): string[] {
  return key.split("/").flatMap((segment) => segmentNames(segment, naming));
}

/** The names that one segment of a key takes. */
export function segmentNames(segment: string, naming: Naming): string[] {
  const names: string[] = [];
  let name = "";
  for (const character of encodedCharacters(segment, naming)) {
    if (Buffer.byteLength(name + character) > MAX_NAME_BYTES) {
      names.push(name + CONTINUED);
      name = "";
    }
    name += character;
  }
  return [...names, name];
}

function encodedCharacters(segment: string, naming: Naming): string[] {
  if (naming.caseSensitive) return Array.from(segment, (c) => (c === "%" ? "%25" : c));
  const encoded = Array.from(segment, (c) => (/[a-z0-9 _.(),;=+@~-]/.test(c) ? c : percent(c)));
  const last = encoded.at(-1);
  if (last === "." || last === " ") encoded[encoded.length - 1] = percent(last);
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(segment))
    encoded[0] = percent(segment.charAt(0));
  return encoded;
}

function percent(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

/** What a name stands for; undefined where it is none of ours. */
export function readName(
  name: string,
): { text: string; continued: boolean; beside: boolean } | undefined {
  if (!name.includes("%")) return { text: name, continued: false, beside: false };
  const continued = name.endsWith(CONTINUED);
  const beside = name.endsWith(BESIDE);
  try {
    const text = decodeURIComponent(continued || beside ? name.slice(0, -2) : name);
    return { text, continued, beside };
  } catch {
    return undefined;
  }
}
