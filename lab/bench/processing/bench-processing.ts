import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { figureLine, type Row } from "./row.ts";
import { bulkRow } from "./bench-bulk.ts";
import { sweepRow } from "./bench-sweep.ts";
import { computeRow } from "./compute.ts";
import { decodingRow } from "./decoding.ts";
import { encodingRow } from "./encoding.ts";
import { memoryRow } from "./memory.ts";
import { groundRow } from "./ground.ts";
import { stripsRow } from "./strips.ts";
import { tilesRow } from "./tiles.ts";

/** The rows of `npm run bench -- processing [ROW …]`, each in a file of its own. */
const ROWS: Readonly<Record<string, Row>> = {
  decoding: decodingRow,
  encoding: encodingRow,
  strips: stripsRow,
  ground: groundRow,
  memory: memoryRow,
  tiles: tilesRow,
  compute: computeRow,
  sweep: sweepRow,
  bulk: bulkRow,
};

const LARGE_POINTS = 100_000_000;

function usage(): void {
  console.error("usage: npm run bench -- processing [ROW …] [--data FOLDER] [--points N]\n");
  for (const [name, { about }] of Object.entries(ROWS))
    console.error(`  ${name.padEnd(12)}${about}`);
  process.exitCode = 2;
}

const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

/** Measures the pipeline beside its peers, row by row; a missed bound makes the exit code 1. */
export async function benchProcessing(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { data: { type: "string" }, points: { type: "string" } },
  });
  const names = positionals.length === 0 ? Object.keys(ROWS) : positionals;
  if (names.some((name) => !(name in ROWS))) return usage();
  const data = values.data === undefined ? undefined : here(values.data);
  const points = Number(values.points ?? LARGE_POINTS);
  for (const name of names) {
    const row = ROWS[name]!;
    console.log(`\n${name}: ${row.about}`);
    for (const figure of await row.measure({ data, points })) {
      console.log(figureLine(figure));
      if (figure.held === false) process.exitCode = 1;
    }
  }
}
