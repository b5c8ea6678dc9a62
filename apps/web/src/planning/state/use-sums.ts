import type { InstructionSum } from "@swath/plan/sums";
import type { PlanWork } from "@swath/plan/state";
import { useEffect, useState } from "react";
import { bare } from "../worker/plan-calls.ts";
import { planWorker } from "../worker/plan-worker.ts";

/** Sums of the work, in a worker that lives as long as the page; geometry goes there once. */
class PlanComputer {
  readonly #calls = planWorker();
  #sent: ReadonlySet<string> = new Set();

  /** Undefined where the worker died: the next call starts another. */
  async sums({
    layers,
    instructions,
  }: Pick<PlanWork, "layers" | "instructions">): Promise<readonly InstructionSum[] | undefined> {
    const request = layers.map((layer) => ({
      ...layer,
      geometry: this.#sent.has(layer.id) ? undefined : bare(layer.geometry),
    }));
    this.#sent = new Set(layers.map(({ id }) => id));
    const result = await this.#calls.call("sums", { layers: request, instructions });
    if (result.kind === "answered") return result.value;
    this.#sent = new Set();
    return undefined;
  }

  close(): void {
    this.#calls.close();
  }
}

/** Several changes at once are summed once. */
const QUIET_MS = 200;

const NO_SUMS: ReadonlyMap<string | undefined, InstructionSum> = new Map();

/** Sums of each instruction by its key, and of what none has; a moment behind the work. */
export function useSums({
  layers,
  instructions,
}: PlanWork): ReadonlyMap<string | undefined, InstructionSum> {
  const [computer] = useState(() => new PlanComputer());
  const [sums, setSums] = useState(NO_SUMS);
  useEffect(() => {
    let isPast = false;
    const sum = async (): Promise<void> => {
      const found = await computer.sums({ layers, instructions });
      if (!isPast && found !== undefined) setSums(new Map(found.map((each) => [each.key, each])));
    };
    const timer = setTimeout(() => void sum(), QUIET_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [computer, layers, instructions]);
  useEffect(() => () => computer.close(), [computer]);
  return layers.length === 0 ? NO_SUMS : sums;
}
