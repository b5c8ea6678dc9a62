/** Escape sequences of terminals: control sequences, titles and strings, and the short ones. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B[\]P^_X][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?|\u001B[ -/]*[0-OQ-WYZ\\`-~]/g;
/** Control characters but tab and line feed; what turns text around, or is not seen. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- the same
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/g;
const PICTURES = 0x2400;
const DELETE = 0x7f;

function shown(letter: string): string {
  const code = letter.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === DELETE) return "\u2421";
  return `\u27E8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27E9`;
}

/**
 * Text of programs as it may be shown: escape sequences of terminals are left out, a line that is
 * written over begins anew, and control characters, also those that turn text around, are seen.
 */
export const safeText = (text: string): string =>
  text
    .replaceAll(SEQUENCES, "")
    .replaceAll(/\r+\n?/g, "\n")
    .replaceAll(UNSEEN, shown);
