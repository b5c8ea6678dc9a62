import { flightLinesFile, LINES_JOB } from "@swath/contract/processing";
import { type KmlMark, type KmlPosition, kmzFile } from "@swath/survey/writers";
import type { SampleFile } from "./write-samples.ts";

/** Whose lines are drawn. */
interface LinesOf {
  readonly flight_id: string;
  readonly project_id: string | null;
  readonly aoi_no: number | null;
}

const LABEL = "Demonstration: nobody flew this";
const LINES = 8;
/** Degrees between lines, and of a line: some 550 m and 8 km. */
const [SPACING, LENGTH] = [0.005, 0.08];
/** Beyond both ends of a line, where the aircraft turns. */
const RUN_OUT = 0.012;
const HEIGHT = 1_200;
/** What was not flown: a line whole, and one from here on. */
const [LEFT_OUT, CUT_OFF] = [6, { line: 3, at: 0.65 }] as const;

/** Somewhere in Western Australia, elsewhere for each flight and project. */
function cornerOf({ flight_id, project_id }: LinesOf): readonly [number, number] {
  const [flight, project] = [flight_id, project_id ?? ""].map((id) => Number(id.slice(-3)));
  return [116 + (((flight ?? 0) * 7) % 60) / 20, -31.5 + (((project ?? 0) * 13) % 40) / 20];
}

const lineName = (line: number): string => `Line ${String(line + 1).padStart(3, "0")}`;

/** A planned line by its number. */
function planned([west, south]: readonly [number, number], line: number): KmlPosition[] {
  const y = south + line * SPACING;
  return [
    [west, y],
    [west + LENGTH, y],
  ];
}

function crossStrip([west, south]: readonly [number, number], share: number): KmlPosition[] {
  const x = west + share * LENGTH;
  return [
    [x, south - SPACING],
    [x, south + LINES * SPACING],
  ];
}

const lineMark = (name: string, positions: readonly KmlPosition[]): KmlMark => ({
  name,
  description: LABEL,
  shapes: [{ type: "line", positions }],
});

/** A flight plan with an area of interest, eight lines and two cross-strips. */
export function samplePlan(of: LinesOf): Uint8Array<ArrayBuffer> {
  const corner = cornerOf(of);
  const [west, south] = corner;
  const [east, north] = [west + LENGTH - 0.002, south + (LINES - 0.5) * SPACING];
  const [left, below] = [west + 0.002, south - SPACING / 2];
  const ring: KmlPosition[] = [
    [left, below],
    [east, below],
    [east, north],
    [left, north],
  ];
  const area = of.aoi_no === null ? "Area of interest" : `AOI ${of.aoi_no}`;
  const lines = Array.from({ length: LINES }, (_, line) => line);
  return kmzFile(`${LABEL}: flight plan`, [
    { name: "Area", marks: [{ name: area, shapes: [{ type: "area", rings: [ring] }] }] },
    { name: "Lines", marks: lines.map((line) => lineMark(lineName(line), planned(corner, line))) },
    {
      name: "Cross strips",
      marks: [0.2, 0.8].map((share, at) =>
        lineMark(`Cross Strip ${at + 1}`, crossStrip(corner, share)),
      ),
    },
  ]);
}

/** The lines as they were flown, to and fro: a little beside the plan, one cut off, one left out. */
function flownLines(of: LinesOf): { readonly name: string; readonly places: KmlPosition[] }[] {
  const corner = cornerOf(of);
  const lines = Array.from({ length: LINES }, (_, line) => ({ line, ends: planned(corner, line) }));
  const strips = [0.2, 0.8].map((share, at) => ({
    line: LINES + at,
    ends: crossStrip(corner, share),
  }));
  return [...lines, ...strips]
    .filter(({ line }) => line !== LEFT_OUT)
    .map(({ line, ends: [from, to] }, turn) => {
      const until = line === CUT_OFF.line ? CUT_OFF.at : 1;
      const places = Array.from({ length: 41 }, (_, step): KmlPosition => {
        const share = (step / 40) * until;
        const drift = 0.000_12 * Math.sin(line * 2 + share * 9);
        const [x, y] = [0, 1].map((axis) => from![axis]! + (to![axis]! - from![axis]!) * share);
        return line < LINES ? [x!, y! + drift, HEIGHT] : [x! + drift, y!, HEIGHT];
      });
      return { name: String(line + 1), places: turn % 2 === 0 ? places : places.toReversed() };
    });
}

/** A place beyond an end of a line, straight ahead and so far aside. */
const beyond = (end: KmlPosition, next: KmlPosition, turn: number): KmlPosition => {
  const length = Math.hypot(end[0] - next[0], end[1] - next[1]);
  const [dx, dy] = [(end[0] - next[0]) / length, (end[1] - next[1]) / length];
  const [x, y] = [dx * RUN_OUT + Math.abs(dy) * turn, dy * RUN_OUT + Math.abs(dx) * turn];
  return [end[0] + x, end[1] + y, HEIGHT];
};

/** The whole flight: line after line, onto each from straight ahead, and away from it in a turn. */
function trackOf(lines: readonly { readonly places: readonly KmlPosition[] }[]): KmlPosition[] {
  return lines.flatMap(({ places }) => [
    beyond(places[0]!, places[1]!, 0),
    ...places,
    beyond(places.at(-1)!, places.at(-2)!, RUN_OUT),
  ]);
}

const vector = (path: string, bytes: Uint8Array): SampleFile => ({
  path,
  kind: "vector",
  bytes,
});

/** What the jobs that draw lines would have left: of GPS the track, of the lines' job the lines. */
export function sampleLines(job: string, of: LinesOf): readonly SampleFile[] {
  if (job !== "GPS" && job !== LINES_JOB) return [];
  const lines = flownLines(of);
  if (job === "GPS") {
    const geometry = { type: "LineString", coordinates: trackOf(lines) };
    const features = [{ type: "Feature", properties: { note: LABEL }, geometry }];
    const json = Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));
    return [vector("trajectory.geojson", json)];
  }
  const marks = lines.map(({ name, places }) => lineMark(name, places));
  const kmz = kmzFile(`${LABEL}: flight lines`, [{ name: "", marks }]);
  const own = of.aoi_no === null ? [] : [vector(flightLinesFile(of.aoi_no), kmz)];
  return [vector("lines.kmz", kmz), ...own];
}
