import { parseArgs } from "node:util";
import { type EngineName, ENGINES } from "./place.ts";

export const USAGE = `Disturbs processing at random moments and follows every job to its end.

  npm run faults -- processing [--seed N] [--faults N] [--minutes N] [--kinds NAME,NAME]
                               [--stands ENGINE[:MINUTES],…]

Stands are disturbed side by side; each has servers, a PostgreSQL and a store of its own, and the engine
local (the default is one of it) or slurm (disturbed for so many minutes at most), which SLURM_REST_URL names as in tools/engines.

The seed chooses faults and moments; what runs at a moment is the machine's. Exit code 1 tells a
violation: its folder is kept.`;

export interface FaultOptions {
  readonly seed: number;
  readonly faults: number;
  readonly minutes: number;
  /** Kinds of faults by their names; all where none is named. */
  readonly kinds: readonly string[];
  readonly stands: readonly StandOptions[];
}

export interface StandOptions {
  readonly engine: EngineName;
  readonly minutes: number;
}

function readStand(word: string, most: number): StandOptions | undefined {
  const [name, minutes = most] = word.split(":");
  const engine = ENGINES.find((each) => each === name);
  return engine === undefined || !(Number(minutes) > 0)
    ? undefined
    : { engine, minutes: Number(minutes) };
}

const DEFAULT_FAULTS = 300;
const DEFAULT_MINUTES = 120;

/** Undefined where the words are no valid command. */
export function readOptions(words: readonly string[]): FaultOptions | undefined {
  const text = { type: "string" } as const;
  const options = { seed: text, faults: text, minutes: text, kinds: text, stands: text };
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    });
    const seed = Number(values.seed ?? 1);
    const faults = Number(values.faults ?? DEFAULT_FAULTS);
    const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
    const isValid = Number.isSafeInteger(seed) && Number.isSafeInteger(faults) && minutes > 0;
    if (positionals.join(" ") !== "processing" || !isValid) return undefined;
    const named = (values.stands ?? "local").split(",");
    const stands = named.flatMap((word) => readStand(word, minutes) ?? []);
    if (stands.length < named.length) return undefined;
    return { seed, faults, minutes, kinds: values.kinds?.split(",") ?? [], stands };
  } catch {
    return undefined;
  }
}
