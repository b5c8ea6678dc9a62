import { loadPlans } from "@swath/plan/load";
import type { LoadedLayer } from "@swath/plan/model";

addEventListener("message", ({ data }: MessageEvent<File>) => {
  void load(data).then((layer) => postMessage(layer));
});

async function load(file: File): Promise<LoadedLayer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [outcome] = await loadPlans([{ name: file.name, bytes }], { by: "picker" });
  if (outcome?.kind !== "loaded") throw new Error(`the plan is not loaded: ${outcome?.kind}`);
  return outcome.layer;
}
