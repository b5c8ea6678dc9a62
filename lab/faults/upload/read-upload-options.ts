import { parseArgs } from "node:util";
import { KIND_NAMES } from "./upload-kinds.ts";

export const UPLOAD_USAGE = `Disturbs uploads at random moments and compares every stored byte in the end.

  npm run faults -- upload [--seed N] [--uploads N] [--faults N] [--kinds NAME,NAME]

--faults is the most of one upload. Exit code 1 tells a violation: its data folder is kept.
Kinds: ${KIND_NAMES.join(", ")}`;

export interface UploadFaultOptions {
  readonly seed: number;
  readonly uploads: number;
  /** Most faults of one upload. */
  readonly faults: number;
  /** Kinds of faults by their names; all where none is named. */
  readonly kinds: readonly string[];
}

const DEFAULT_UPLOADS = 8;
const DEFAULT_FAULTS = 5;

/** Undefined where the words, without the command's own, are not valid. */
export function readUploadOptions(words: readonly string[]): UploadFaultOptions | undefined {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { seed: text, uploads: text, faults: text, kinds: text },
    });
    const seed = Number(values.seed ?? 1);
    const uploads = Number(values.uploads ?? DEFAULT_UPLOADS);
    const faults = Number(values.faults ?? DEFAULT_FAULTS);
    const kinds = values.kinds?.split(",") ?? [];
    const isKnown = kinds.every((kind) => KIND_NAMES.includes(kind));
    const isValid = [seed, uploads, faults].every((each) => Number.isSafeInteger(each) && each > 0);
    return isValid && isKnown ? { seed, uploads, faults, kinds } : undefined;
  } catch {
    return undefined;
  }
}
