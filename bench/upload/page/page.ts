import { compressAlone } from "./compress-alone.ts";
import { postBare, type Ticket } from "./post-bare.ts";
import { uppyTus } from "./uppy-tus.ts";

/** What the runner calls in the page; times are milliseconds from the files in hand to the last answer. */
export interface Peers {
  bare(tickets: Ticket[]): Promise<number>;
  uppy(endpoint: string): Promise<number>;
  compress(workers: number): Promise<number>;
}

const chosen = (): File[] => {
  const input = document.querySelector("input");
  return [...(input?.files ?? [])].toSorted((a, b) => a.name.localeCompare(b.name));
};

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const peers: Peers = {
  bare: async (tickets) => timed(async () => postBare(chosen(), tickets)),
  uppy: async (endpoint) => timed(async () => uppyTus(chosen(), endpoint)),
  compress: async (workers) => compressAlone(chosen(), workers),
};
Object.assign(globalThis, { peers });
