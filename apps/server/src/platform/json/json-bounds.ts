/** How large a JSON text may be once parsed. */
export interface JsonBounds {
  /** Most arrays and objects within one another. */
  readonly depth: number;
  /** Most values and members of all of them. */
  readonly values: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Where a string ends that begins at an index: the index of its closing quote, or the length. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Why a text is not worth to be parsed, or undefined: by counting brackets and commas, in time
 * proportional to its length and without memory. Says nothing of what is no JSON.
 */
export function jsonFault(text: string, bounds: JsonBounds): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    // `[` and `{`, `]` and `}`: 0x5b and 0x7b differ by one bit, so do the others.
    const bracket = code & ~0x20;
    if (bracket === 0x5b) depth += 1;
    else if (bracket === 0x5d) depth -= 1;
    if (bracket === 0x5b || code === COMMA) values += 1;
    if (depth > bounds.depth) return `is nested more than ${bounds.depth} deep`;
    if (values > bounds.values) return `holds more than ${bounds.values} values`;
  }
  return undefined;
}
