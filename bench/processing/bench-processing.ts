import { benchSweep } from "./bench-sweep.ts";

/** Measures processing; a word chooses one part. */
export async function benchProcessing(words: readonly string[]): Promise<void> {
  const parts: Readonly<Record<string, () => Promise<void>>> = { sweep: benchSweep };
  const [chosen] = words;
  for (const [name, part] of Object.entries(parts))
    if (chosen === undefined || chosen === name) await part();
}
