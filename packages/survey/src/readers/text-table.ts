/** Lines of a text, whose byte order mark is left out. */
export const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);

/** The sign between the cells of a row: comma, semicolon or tab; undefined where it has none. */
export const separatorIn = (row: string): string | undefined =>
  [",", ";", "\t"].find((sign) => row.includes(sign));

/** Cells of a row, without blanks and quotes around them. */
export const cellsOf = (row: string, separator: string | RegExp): string[] =>
  row.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim());

/** The first column of each kind by the names in a row, in lower case and by their letters; −1: none. */
export function columnsOf<Kind extends string>(
  head: readonly string[],
  kinds: Readonly<Record<Kind, RegExp>>,
): Record<Kind, number> {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const columns = Object.entries<RegExp>(kinds).map(([kind, pattern]) => [
    kind,
    names.findIndex((name) => pattern.test(name)),
  ]);
  return Object.fromEntries(columns) as Record<Kind, number>;
}
