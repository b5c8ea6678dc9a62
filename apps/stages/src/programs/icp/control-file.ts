import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ControlPoint } from "@swath/pointcloud/strips";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import { findFiles } from "../../files/find-files.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";

const MOST_BYTES = 16_777_216;
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
interface Row {
  readonly name: string;
  readonly east: number;
  readonly north: number;
  readonly z: number;
  readonly degrees: boolean;
}

/**
 * The control points of the files in a folder (docs/formats.md, Control points), in metres as strips
 * are; a {@link FileFault} names the line that is none.
 */
export async function readControl(
  folder: string | undefined,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<ControlPoint[]> {
  const points: ControlPoint[] = [];
  for (const path of await findFiles(folder, /\.(csv|txt)$/i))
    for (const { name, east, north, z, degrees } of await readRows(path)) {
      const forward = degrees ? forwardOf(crs) : undefined;
      if (degrees && forward === undefined)
        throw new FileFault(basename(path), "has degrees, and the points' system has no code");
      const [x, y] = forward?.(east, north) ?? [east, north];
      points.push({ name, x: x * scale.x, y: y * scale.y, z: z * (degrees ? 1 : scale.z) });
    }
  return points;
}

async function readRows(path: string): Promise<Row[]> {
  const file = basename(path);
  if ((await stat(path)).size > MOST_BYTES) throw new FileFault(file, "is larger than 16 MiB");
  const lines = (await readFile(path, "utf8")).replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines
    .map((text, at) => ({ text: text.trim(), number: at + 1 }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
  if (rows.length > MOST_POINTS) throw new FileFault(file, "has more than 100,000 lines");
  const separator = [",", ";", "\t"].find((sign) => rows[0]?.text.includes(sign)) ?? /\s+/;
  const cells = (text: string): string[] =>
    text.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim());
  const named = columnsOf(cells(rows[0]?.text ?? ""));
  return rows.slice(named === undefined ? 0 : 1).map(({ text, number }) => {
    const row = rowOf(cells(text), named ?? UNNAMED);
    if (row === undefined) throw new FileFault(file, `line ${number} is no control point`);
    return row;
  });
}

/** Which column is which, by a row of names; undefined where it is none. */
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

function rowOf(cells: readonly string[], at: Partial<Record<Column, number>>): Row | undefined {
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
