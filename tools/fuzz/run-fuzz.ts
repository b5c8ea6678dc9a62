import { inspectFile } from "@swath/survey/inspect-file";
import { memorySource } from "@swath/survey/readers/file-source";
import { randomFrom } from "../sample/random.ts";
import { mutate } from "./mutate.ts";
import type { FuzzTarget } from "./targets.ts";

/** How a reader stood its inputs. */
export interface FuzzOutcome {
  readonly inputs: number;
  /** How many inputs it still found readable. */
  readonly readable: number;
  readonly slowestMs: number;
  readonly peakBytes: number;
}

/** An input that broke a reader. */
export class FuzzFailure extends Error {
  override readonly name = "FuzzFailure";
  readonly input: Uint8Array;

  constructor(reason: string, input: Uint8Array, options?: ErrorOptions) {
    super(reason, options);
    this.input = input;
  }
}

const MOST_MS = 1000;
const MOST_BYTES = 268_435_456;
const WEIGHED_EVERY = 1000;

/**
 * Feeds a reader changed files: one that throws, takes 1 s or more, or grows the process by 256 MB
 * ends the run with a {@link FuzzFailure}. The same seed gives the same inputs.
 */
export async function runFuzz(
  target: FuzzTarget,
  inputs: number,
  seed: number,
): Promise<FuzzOutcome> {
  const random = randomFrom(seed);
  const before = process.memoryUsage().rss;
  let [readable, slowestMs, peakBytes] = [0, 0, 0];
  for (let i = 0; i < inputs; i++) {
    const input = mutate(target.seeds[i % target.seeds.length] ?? new Uint8Array(1), random);
    const start = performance.now();
    if (await read(target.path, input)) readable += 1;
    slowestMs = Math.max(slowestMs, performance.now() - start);
    if (slowestMs >= MOST_MS) throw new FuzzFailure(`took ${Math.round(slowestMs)} ms`, input);
    if (i % WEIGHED_EVERY !== 0) continue;
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss - before);
    if (peakBytes >= MOST_BYTES) throw new FuzzFailure(`grew by ${peakBytes} bytes`, input);
  }
  return { inputs, readable, slowestMs, peakBytes };
}

async function read(path: string, input: Uint8Array): Promise<boolean> {
  try {
    return (await inspectFile(memorySource(path, input))).error === undefined;
  } catch (error) {
    throw new FuzzFailure("threw", input, { cause: error });
  }
}
