import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type SyntheticLine, writeSyntheticFlight } from "./synthetic-flight.ts";

/** Of a file's tests, removed after them. */
export function flightFolder() {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "icp-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (name: string): string => join(folder, name);
}

export type Shift = readonly [number, number, number];

/** A line to the east, moved by a shift; those of two numbers that follow overlap. */
export const flightLine = (n: number, shift: Shift = [0, 0, 0], length = 240): SyntheticLine => ({
  path: `lines/line_${n}.las`,
  id: String(n),
  sourceId: n,
  x: [0, length],
  y: [50 * n, 50 * n + 80],
  shift,
});

/** Writes a flight to a folder; answers the options of ICP1. */
export async function writeFlight(points: string, lines: readonly SyntheticLine[], options = {}) {
  const out = `${points}-icp1`;
  await mkdir(out, { recursive: true });
  await writeSyntheticFlight(points, lines, options);
  return { points, out, index: join(points, "index.json") };
}

export const readOutput = async (out: string, name: string) =>
  JSON.parse(await readFile(join(out, name), "utf8"));

export async function measureOf(out: string, name: string): Promise<number> {
  const measures: { name: string; value: number }[] = await readOutput(out, "measures.json");
  return measures.find((each) => each.name === name)!.value;
}
