import { cellsOf, columnsOf, linesOf, separatorIn } from "./text-table.ts";

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
  cover: /^(cover|landcover|type|nvavva)$/,
  error: /^(error|accuracy|sd|stddev|sigma|rmse)(m)?$/,
};
type Columns = Readonly<Record<keyof typeof COLUMNS, number>>;
const UNNAMED: Columns = {
  name: 0,
  x: 1,
  y: 2,
  z: 3,
  longitude: -1,
  latitude: -1,
  cover: -1,
  error: -1,
};

/** A row: places of the cloud's system in its units, or degrees and metres. */
export interface ControlRow {
  readonly name: string;
  readonly east: number;
  readonly north: number;
  readonly z: number;
  readonly degrees: boolean;
  /** Whether it was surveyed under vegetation (VVA). */
  readonly vegetated: boolean;
  /** Standard deviation of its own height, m; undefined where the file does not state it. */
  readonly error: number | undefined;
}

const VEGETATED = /^(vva|v|vegetat.*|forest|wood.*|shrub.*|grass.*|crop.*)$/i;

/** Reads the text of a file of control points (docs/formats.md, Control points); a fault in words. */
export function readControlRows(text: string): readonly ControlRow[] | { readonly fault: string } {
  const rows = linesOf(text)
    .map((line, at) => ({ text: line.trim(), number: at + 1 }))
    .filter((row) => row.text !== "" && !row.text.startsWith("#"));
  if (rows.length > MOST_POINTS) return { fault: "there are more than 100,000 lines" };
  const [head] = rows;
  if (head === undefined) return [];
  const separator = separatorIn(head.text) ?? /\s+/;
  const columns = columnsOf(cellsOf(head.text, separator), COLUMNS);
  const placed = columns.x >= 0 && columns.y >= 0;
  const inDegrees = columns.longitude >= 0 && columns.latitude >= 0;
  const isNamed = columns.z >= 0 && (placed || inDegrees);
  const points: ControlRow[] = [];
  for (const row of rows.slice(isNamed ? 1 : 0)) {
    const point = rowOf(cellsOf(row.text, separator), isNamed ? columns : UNNAMED);
    if (point === undefined) return { fault: `line ${row.number} is not a control point` };
    points.push(point);
  }
  return points;
}

function rowOf(cells: readonly string[], at: Columns): ControlRow | undefined {
  const degrees = at.x < 0 || at.y < 0;
  const number = (column: number): number => {
    const text = cells[column];
    return text === "" ? Number.NaN : Number(text);
  };
  const east = number(degrees ? at.longitude : at.x);
  const north = number(degrees ? at.latitude : at.y);
  const z = number(at.z);
  if (![east, north, z].every(Number.isFinite)) return undefined;
  if (degrees && (Math.abs(east) > 180 || Math.abs(north) > 90)) return undefined;
  const error = number(at.error);
  return {
    name: cells[at.name] ?? "",
    east,
    north,
    z,
    degrees,
    vegetated: VEGETATED.test(cells[at.cover] ?? ""),
    error: error >= 0 ? error : undefined,
  };
}
