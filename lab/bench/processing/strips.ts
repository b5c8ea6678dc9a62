import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inBenchFolder } from "./bench-folder.ts";
import { type BenchLine, writeFlightFile } from "./flight-file.ts";
import { stageProgram } from "./measured-process.ts";
import type { Figure, Row } from "./row.ts";

const SHIFTS = [0, 0.05, -0.08, 0.02, 0.12];
const POINTS = 600_000;
const MOST_ERROR = 0.005;
/** The cross-strip is the last line, over all others. */
const LINES: readonly BenchLine[] = [
  ...SHIFTS.map((shift, i): BenchLine => ({ x: [0, 1000], y: [i * 70, i * 70 + 100], shift })),
  { x: [480, 580], y: [0, SHIFTS.length * 70 + 30] },
];

interface Shift {
  readonly line: string;
  readonly dz: number;
}

/** How far the found shifts are from undoing the planted ones, all against the cross-strip. */
function errorsOf(shifts: readonly Shift[]): number[] {
  const found = new Map(shifts.map(({ line, dz }) => [line, dz]));
  const cross = found.get(String(LINES.length)) ?? Number.NaN;
  return SHIFTS.map((shift, i) =>
    Math.abs((found.get(String(i + 1)) ?? Number.NaN) - cross + shift),
  );
}

async function measure(): Promise<Figure[]> {
  return await inBenchFolder(async (folder) => {
    const [points, index, out] = [folder("points"), folder("pi1"), folder("icp1")];
    await writeFlightFile(join(points, "flight.las"), LINES, POINTS);
    await stageProgram("pi1", { points, out: index });
    const file = join(index, "index.json");
    const { cpuSeconds } = await stageProgram("icp1", { points, index: file, out });
    const shifts = JSON.parse(readFileSync(join(out, "shifts.json"), "utf8")) as Shift[];
    const worst = Math.max(...errorsOf(shifts));
    return [
      {
        what: `largest error of ${SHIFTS.length} shifts of −80 … 120 mm`,
        measured: `${(worst * 1000).toFixed(2)} mm`,
        bound: `≤ ${MOST_ERROR * 1000} mm`,
        held: worst <= MOST_ERROR,
      },
      {
        what: `icp1 on ${LINES.length} lines of ${POINTS} points`,
        measured: `${cpuSeconds.toFixed(2)} CPU s`,
      },
    ];
  });
}

export const stripsRow: Row = { about: "planted strip shifts, found by icp1", measure };
