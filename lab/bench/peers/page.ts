import { compressAlone } from "./compress-alone.ts";
import type { PeerCalls } from "../upload/peer-calls.ts";
import { postBare } from "./post-bare.ts";
import { uppyS3 } from "./uppy-s3.ts";
import { uppyTus } from "./uppy-tus.ts";

const chosen = (): File[] => {
  const input = document.querySelector("input");
  return [...(input?.files ?? [])].toSorted((a, b) => a.name.localeCompare(b.name));
};

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const peers: PeerCalls = {
  bare: async (tickets) => timed(async () => postBare(chosen(), tickets)),
  uppy: async (endpoint) => timed(async () => uppyTus(chosen(), endpoint)),
  uppyS3: async (bucket) => timed(async () => uppyS3(chosen(), bucket)),
  compress: async (workers) => compressAlone(chosen(), workers),
};
Object.assign(globalThis, { peers });
