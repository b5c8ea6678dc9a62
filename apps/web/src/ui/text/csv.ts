/** What a spreadsheet takes for a formula (OWASP, CSV injection); a number may begin so. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function field(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180). No field is a formula where a spreadsheet opens it: an apostrophe goes before. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** A file that spreadsheets open as UTF-8. */
export const csvFile = (text: string): Blob =>
  new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" });
