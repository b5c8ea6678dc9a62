/** A fingerprint of a list of files (FNV-1a, 32 bits). */
function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of names.join("\n"))
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash.toString(36);
}

const ALL = "all";

/**
 * The chosen files of a list as the address holds them: one bit each, so that 10,000 take 1.7 kB.
 * Undefined without a chosen file.
 */
export function codeOf(names: readonly string[], chosen: ReadonlySet<string>): string | undefined {
  const places = names.flatMap((name, place) => (chosen.has(name) ? [place] : []));
  if (places.length === 0) return undefined;
  if (places.length === names.length) return `${fingerprint(names)}.${ALL}`;
  const bits = new Uint8Array((places.at(-1)! >> 3) + 1);
  for (const place of places) bits[place >> 3]! |= 1 << (place & 7);
  const text = btoa(Array.from(bits, (byte) => String.fromCodePoint(byte)).join(""));
  return `${fingerprint(names)}.${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

const CODE = /^([0-9a-z]{1,7})\.([\w-]{1,2048})$/;

/** The files of this list that a code chose; none where the list has changed. */
export function chosenBy(names: readonly string[], code: string | undefined): ReadonlySet<string> {
  const [, of, text] = CODE.exec(code ?? "") ?? [];
  if (text === undefined || of !== fingerprint(names)) return new Set();
  if (text === ALL) return new Set(names);
  const bytes = bytesOf(text);
  return new Set(
    names.filter((_, place) => (bytes.codePointAt(place >> 3) ?? 0) & (1 << (place & 7))),
  );
}

function bytesOf(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
