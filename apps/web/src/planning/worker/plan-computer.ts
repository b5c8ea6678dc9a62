import type { InstructionSum } from "@swath/plan/sums";
import type { PlanWork } from "@swath/plan/state";
import { WorkerCalls } from "@swath/upload-engine/browser";
import { bare } from "./bare-geometry.ts";
import type { PlanCalls } from "./plan-calls.ts";
import { startWorker } from "./start-worker.ts";

/** Sums of the work, in a worker that lives as long as the page; geometry goes there once. */
export class PlanComputer {
  readonly #calls = new WorkerCalls<PlanCalls>(startWorker);
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
