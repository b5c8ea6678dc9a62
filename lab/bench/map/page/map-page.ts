import { lassoFeatures, lassoOf } from "@swath/plan/lasso";
import { type LoadedLayer, wholeExtent } from "@swath/plan/model";
import { mountMap } from "../../../../apps/web/src/map/testing/mount-map.tsx";
import { loadChosen } from "./load-chosen.ts";
import type { LassoCall, MapPageCalls } from "./page-calls.ts";

const { handle, redraw } = mountMap(document.querySelector<HTMLElement>("#map")!, {
  onHover: () => undefined,
});
let layer: LoadedLayer | undefined;
let endWorker = (): void => undefined;

function draw({ geometry }: LoadedLayer): void {
  // Ten instructions, by turns.
  const colours = Uint8Array.from(geometry.kinds, (_, feature) => feature % 10);
  redraw({ layers: [{ id: "plan", geometry, colours }] });
}

/** A round lasso over the middle of the data, with as many corners as a hand draws. */
function lassoOver(count: number): Float64Array {
  const [west, south, east, north] = wholeExtent([layer!.geometry])!;
  const corners = new Float64Array(count * 2);
  for (let corner = 0; corner < count; corner++) {
    const turn = (2 * Math.PI * corner) / count;
    corners[corner * 2] = (west + east) / 2 + ((east - west) / 3) * Math.cos(turn);
    corners[corner * 2 + 1] = (south + north) / 2 + ((north - south) / 3) * Math.sin(turn);
  }
  return corners;
}

const calls: MapPageCalls & LassoCall = {
  load: async () => {
    const loaded = await loadChosen();
    ({ layer } = loaded);
    endWorker = loaded.end;
    return layer.geometry.kinds.length;
  },
  show: () => {
    endWorker();
    if (layer !== undefined) draw(layer);
    handle.current?.zoomToData();
  },
  drawn: () => {
    const canvas = document.querySelector<HTMLCanvasElement>(".swath-picture canvas");
    return canvas?.style.transform.includes("scale(1)") ?? false;
  },
  zoomIn: (levels) => handle.current?.zoomBy(levels),
  lasso: (corners) => {
    const ring = lassoOver(corners);
    const started = performance.now();
    const lasso = lassoOf(ring);
    const found = lasso && lassoFeatures(lasso, layer!.geometry, "all");
    return { milliseconds: performance.now() - started, features: found?.length ?? 0 };
  },
};
Object.assign(globalThis, { calls });
