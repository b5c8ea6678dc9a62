import type { SolutionAccuracy } from "./post-processed.ts";
import type { SbetSolution } from "./trajectory.ts";

/** A solution of a text, with what the text states of its accuracy. */
export interface ExplorerSolution {
  readonly solution: SbetSolution;
  readonly accuracy: SolutionAccuracy | undefined;
}

/** Why a text is no trajectory. */
export type ExplorerFault = "noHeader" | "utcTime" | "degreesMinutes";

/** Names of columns, as profiles of Inertial Explorer call them; letters alone, in small ones. */
const COLUMNS = {
  time: ["gpstime", "gpsseconds", "secondsofweek", "gpstimesec"],
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "lon", "long"],
  height: ["hell", "ellheight", "hellipsoid", "height", "ellipsoidalheight"],
  roll: ["roll"],
  pitch: ["pitch"],
  heading: ["heading"],
  north: ["vnorth", "velnorth", "northvel"],
  east: ["veast", "veleast", "eastvel"],
  up: ["vup", "velup", "upvel"],
  sdNorth: ["sdnorth", "northsd", "sdn"],
  sdEast: ["sdeast", "eastsd", "sde"],
  sdHeight: ["sdheight", "heightsd", "sdup", "sdh"],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = [
  "time",
  "latitude",
  "longitude",
  "height",
  "roll",
  "pitch",
  "heading",
];
const UTC = ["utctime", "utcseconds"];
/** A header stands within the first lines, or there is none. */
const HEADER_LINES = 200;
const DEGREE = Math.PI / 180;

const words = (line: string): string[] => line.trim().split(/[\s,;]+/);
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");

type Places = Readonly<Partial<Record<Column, number>>>;

function placesOf(line: string): Places | "utcTime" | undefined {
  const names = words(line).map(plain);
  const at = (known: readonly string[]): number => names.findIndex((name) => known.includes(name));
  const found = Object.entries(COLUMNS).flatMap(([column, known]) => {
    const place = at(known);
    return place < 0 ? [] : [[column, place] as const];
  });
  const places = Object.fromEntries(found) as Places;
  const lacking = NEEDED.filter((column) => places[column] === undefined);
  if (lacking.length === 0) return places;
  return lacking.join() === "time" && at(UTC) >= 0 ? "utcTime" : undefined;
}

/**
 * Visits the solutions of a text that Inertial Explorer exported (NovAtel, _Inertial Explorer User Manual_, Export
 * Wizard): a line of column names, mostly one of units, then a line for each solution with decimal degrees, m, m/s
 * and seconds of the GPS week. Other lines are passed over. Answers why it is none.
 */
export async function visitExplorer(
  lines: AsyncIterable<string>,
  visit: (solution: ExplorerSolution) => void,
): Promise<ExplorerFault | undefined> {
  let places: Places | undefined;
  let seen = 0;
  for await (const line of lines) {
    if (places === undefined) {
      const found = placesOf(line);
      if (found === "utcTime") return found;
      places = found;
      if ((seen += 1) > HEADER_LINES) return "noHeader";
      continue;
    }
    if (/\(\s*(?:d\s*m\s*s|deg\s*min)/i.test(line)) return "degreesMinutes";
    const solution = solutionOf(words(line), places);
    if (solution !== undefined) visit(solution);
  }
  return places === undefined ? "noHeader" : undefined;
}

function solutionOf(values: readonly string[], places: Places): ExplorerSolution | undefined {
  const value = (column: Column): number => {
    const at = places[column];
    return at === undefined ? Number.NaN : Number(values[at] ?? Number.NaN);
  };
  if (NEEDED.some((column) => !Number.isFinite(value(column)))) return undefined;
  const or0 = (column: Column): number => (Number.isFinite(value(column)) ? value(column) : 0);
  const [north, east, down] = [value("sdNorth"), value("sdEast"), value("sdHeight")];
  return {
    solution: {
      time: value("time"),
      latitude: value("latitude") * DEGREE,
      longitude: value("longitude") * DEGREE,
      height: value("height"),
      velocity: [or0("north"), or0("east"), -or0("up")],
      roll: value("roll") * DEGREE,
      pitch: value("pitch") * DEGREE,
      heading: value("heading") * DEGREE,
      acceleration: [0, 0, 0],
      rate: [0, 0, 0],
    },
    accuracy: [north, east, down].every(Number.isFinite)
      ? { north, east, down, roll: undefined, pitch: undefined, heading: undefined }
      : undefined,
  };
}
