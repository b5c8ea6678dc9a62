import type { LoadedLayer } from "@swath/plan/model";

/**
 * Loads the chosen file in a worker, as the page of the product does with the same loader. `end` ends
 * the worker: a trace names no thread that is gone.
 */
export async function loadChosen(): Promise<{ layer: LoadedLayer; end: () => void }> {
  const file = document.querySelector("input")?.files?.[0];
  if (file === undefined) throw new Error("no file is chosen");
  const worker = new Worker(new URL("./load.worker.ts", import.meta.url), { type: "module" });
  const layer = await new Promise<LoadedLayer>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<LoadedLayer>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.postMessage(file);
  });
  return { layer, end: () => worker.terminate() };
}
