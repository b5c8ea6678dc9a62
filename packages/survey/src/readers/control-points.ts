/** Most bytes and rows of a file of control points. */
export const MOST_CONTROL_BYTES = 16_777_216;
const MOST_POINTS = 100_000;

/** Names of columns in lower case, without anything but letters. */
const COLUMNS = {
  name: /^(name|id|point|pointid|pointname|station|number|no)$/,
  x: /^(x|e|east|easting)(m|ft)?$/,
  y: /^(y|n|north|northing)(m|ft)?$/,
  z: /^(z|h|height|elevation|elev|level|ellipsoidalheight)(m|ft)?$/,
  longitude: /^(lon|long|longitude)(deg|degrees)?$/,
  latitude: /^(lat|latitude)(deg|degrees)?$/,
};
type Column = keyof typeof COLUMNS;
const UNNAMED: Partial<Record<Column, number>> = { name: 0, x: 1, y: 2, z: 3 };

/** A row: places of the cloud's system in its units, or degrees and metres. */
export interface ControlRow {
  readonly name: string;
  readonly east: number;
  readonly north: number;
  readonly z: number;
  readonly degrees: boolean;
}

/** Reads the text of a file of control points (docs/formats.md, Control points); a fault in words. */
export function readControlRows(text: string): readonly ControlRow[] | { readonly fault: string } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines
    .map((line, at) => ({ text: line.trim(), number: at + 1 }))
    .filter((row) => row.text !== "" && !row.text.startsWith("#"));
  if (rows.length > MOST_POINTS) return { fault: "there are more than 100,000 lines" };
  const separator = [",", ";", "\t"].find((sign) => rows[0]?.text.includes(sign)) ?? /\s+/;
  const cells = (line: string): string[] =>
    line.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim());
  const named = columnsOf(cells(rows[0]?.text ?? ""));
  const points: ControlRow[] = [];
  for (const row of rows.slice(named === undefined ? 0 : 1)) {
    const point = rowOf(cells(row.text), named ?? UNNAMED);
    if (point === undefined) return { fault: `line ${row.number} is no control point` };
    points.push(point);
  }
  return points;
}

/** Columns by a row of names; undefined where the row has no such names. */
function columnsOf(head: readonly string[]): Partial<Record<Column, number>> | undefined {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const columns: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const at = names.findIndex((name) => COLUMNS[column].test(name));
    if (at >= 0) columns[column] = at;
  }
  const placed = columns.x !== undefined && columns.y !== undefined;
  const inDegrees = columns.longitude !== undefined && columns.latitude !== undefined;
  return columns.z !== undefined && (placed || inDegrees) ? columns : undefined;
}

function rowOf(
  cells: readonly string[],
  at: Partial<Record<Column, number>>,
): ControlRow | undefined {
  const degrees = at.x === undefined || at.y === undefined;
  const number = (column: number | undefined): number => {
    const text = cells[column ?? -1] ?? "";
    return text === "" ? Number.NaN : Number(text);
  };
  const east = number(degrees ? at.longitude : at.x);
  const north = number(degrees ? at.latitude : at.y);
  const z = number(at.z);
  if (!Number.isFinite(east + north + z)) return undefined;
  if (degrees && (Math.abs(east) > 180 || Math.abs(north) > 90)) return undefined;
  return { name: cells[at.name ?? -1] ?? "", east, north, z, degrees };
}
