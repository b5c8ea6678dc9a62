/** Control characters (C0 and C1), what turns the direction of writing, and other ends of lines. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A line for a terminal: what would move its cursor, colour it, rename its window or turn its
 * writing round is shown as an escape (`\u001b`). For names that come from others.
 */
export function plainLine(line: string): string {
  return line.replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
