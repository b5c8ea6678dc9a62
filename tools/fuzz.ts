import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FuzzFailure, runFuzz } from "./fuzz/run-fuzz.ts";
import { FUZZ_TARGETS } from "./fuzz/targets.ts";

// npm run fuzz -- [--inputs N] [--reader NAME] [--seed N]: a million changed files for each reader.
const text = { type: "string" } as const;
const { values } = parseArgs({ options: { inputs: text, reader: text, seed: text } });
const inputs = Number(values.inputs ?? 1_000_000);
const seed = Number(values.seed ?? 1);
const chosen = Object.entries(FUZZ_TARGETS).filter(
  ([name]) => values.reader === undefined || name === values.reader,
);

for (const [name, target] of chosen) {
  try {
    const { readable, slowestMs, peakBytes } = await runFuzz(target, inputs, seed);
    const memory = `${Math.round(peakBytes / 1e6)} MB`;
    console.log(
      `${name.padEnd(10)} ${inputs} inputs, ${readable} readable, slowest ${slowestMs.toFixed(1)} ms, ${memory}`,
    );
  } catch (error) {
    if (!(error instanceof FuzzFailure)) throw error;
    const file = join(tmpdir(), `fuzz-${name}-${seed}`);
    await writeFile(file, error.input);
    console.error(`${name}: ${error.message}; the input is ${file}`, error.cause ?? "");
    process.exitCode = 1;
  }
}
