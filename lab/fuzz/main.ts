import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { asksForHelp } from "../../tools/help.mjs";
import { fuzzInput } from "./fuzz-input.ts";
import { type FuzzFinding, runFuzz } from "./run-fuzz.ts";
import { TARGETS } from "./targets.ts";

const USAGE = `Feeds each reader a million generated files, and keeps those on which it fails.

  npm run fuzz -- [--inputs N] [--reader NAME] [--seed N] [--from N]

An input is known by reader, seed and number: --from N --inputs 1 tries one again.
Readers: ${Object.keys(TARGETS).join(", ")}`;
const TARGETS_MODULE = new URL("targets.ts", import.meta.url).href;
const MILLION = 1_000_000;

interface Options {
  readonly readers: readonly string[];
  readonly inputs: number;
  readonly seed: number;
  readonly from: number;
}

function readOptions(): Options | undefined {
  const text = { type: "string" } as const;
  const options = { inputs: text, reader: text, seed: text, from: text };
  try {
    const { values } = parseArgs({ options });
    const { reader, inputs = MILLION, seed = 1, from = 0 } = values;
    const numbers = { inputs: Number(inputs), seed: Number(seed), from: Number(from) };
    const known = reader === undefined || reader in TARGETS;
    if (!known || !Object.values(numbers).every(Number.isSafeInteger)) return undefined;
    return { readers: reader === undefined ? Object.keys(TARGETS) : [reader], ...numbers };
  } catch {
    return undefined;
  }
}

async function fuzz(reader: string, { inputs, seed, from }: Options): Promise<boolean> {
  const run = { targets: TARGETS_MODULE, reader, seed, from, inputs };
  const outcome = await runFuzz(run, (tried) => {
    if (process.stderr.isTTY && tried < inputs)
      process.stderr.write(`\r${reader}: ${tried} of ${inputs}\r`);
  });
  const { seconds, slowestMs } = outcome;
  const facts = [
    `${outcome.inputs} inputs in ${seconds.toFixed(0)} s (${Math.round(outcome.inputs / seconds)}/s)`,
    `${outcome.readable} readable`,
    `slowest ${slowestMs.toFixed(1)} ms`,
    `peak RSS ${Math.round(outcome.peakBytes / 1_048_576)} MB`,
    `${outcome.findings.length} findings`,
  ];
  console.log(`${reader.padEnd(14)} ${facts.join(", ")}`);
  for (const finding of outcome.findings) await keep(reader, seed, finding);
  return outcome.findings.length === 0;
}

async function keep(reader: string, seed: number, { index, reason }: FuzzFinding): Promise<void> {
  const target = TARGETS[reader];
  if (target === undefined) return;
  const name = `fuzz-${reader}-${seed}-${index}.${target.suffix}`;
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
  await writeFile(file, fuzzInput(target, seed, index).bytes);
  console.error(`${reader}: input ${index} ${reason}
  kept as  ${file}
  again by npm run fuzz -- --reader ${reader} --seed ${seed} --from ${index} --inputs 1`);
}

const asked = asksForHelp(process.argv.slice(2));
const options = asked ? undefined : readOptions();
if (asked) console.log(USAGE);
else if (options === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else
  for (const reader of options.readers) if (!(await fuzz(reader, options))) process.exitCode = 1;
