import type { LoadedLayer } from "../model/index.ts";
import type { WorkLayer } from "./plan-work.ts";

/** Loaded layers as layers of the work: visible, with ids counted from a number, nothing selected. */
export function workLayers(layers: readonly LoadedLayer[], first: number): readonly WorkLayer[] {
  return layers.map((layer, index) => ({
    ...layer,
    id: `layer-${first + index}`,
    visible: true,
    selected: new Uint8Array(layer.geometry.kinds.length),
    assigned: new Uint16Array(layer.geometry.kinds.length),
  }));
}
