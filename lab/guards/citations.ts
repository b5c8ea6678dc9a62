/** A test as docs/security.md cites it: its file, and (a part of) its name. */
export interface Citation {
  readonly file: string;
  readonly title: string;
}

/** The file in backquotes, the name within typographic quotes. */
const CITATION = /`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g;
const ROW = /^\| V\d/;

/** The tests that a text cites. */
export function citationsIn(text: string): Citation[] {
  return [...text.matchAll(CITATION)].map(([, file = "", title = ""]) => ({ file, title }));
}

/** Rows of the checklist, as they are written. */
export function checklistRows(text: string): string[] {
  return text.split("\n").filter((line) => ROW.test(line));
}

/** A pattern that finds the tests of a cited name; what a table fills in (`%s`) may be anything. */
export function titlePattern(title: string): RegExp {
  const plain = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(plain.replaceAll(/%[sijdfo]/g, ".*"), "s");
}
