/** What XML 1.0 (2.2) has no letter for: most control characters, halves of pairs. */
const NO_LETTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const NAMES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it stands in an element or an attribute of XML or HTML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(NO_LETTER, "\u{FFFD}").replaceAll(/[&<>"']/g, (letter) => NAMES[letter]!);
