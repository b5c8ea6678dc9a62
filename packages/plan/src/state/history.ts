import type { PlanWork, Step, WorkLayer } from "./plan-work.ts";

const MOST_STEPS = 100;
const MOST_BYTES = 134_217_728;

/** The work with other layers, and a step to go back to where one of them is another (S11, S12). */
export function stepped(work: PlanWork, event: string, layers: readonly WorkLayer[]): PlanWork {
  if (sameLayers(work.layers, layers)) return work;
  const step = { layers: work.layers, event, bytes: ownBytes(work.layers, layers) };
  return { ...work, layers, past: bounded([...work.past, step]), future: [] };
}

/** Goes a step back, where there is one (S13). */
export const undo = (work: PlanWork): PlanWork => moved(work, "past", "future");

/** Goes a step forward again, where there is one (S13). */
export const redo = (work: PlanWork): PlanWork => moved(work, "future", "past");

function moved(work: PlanWork, from: "past" | "future", to: "past" | "future"): PlanWork {
  const step = work[from].at(-1);
  if (step === undefined) return work;
  const back = { ...step, layers: work.layers, bytes: ownBytes(work.layers, step.layers) };
  return {
    ...work,
    layers: withView(step.layers, work.layers),
    [from]: work[from].slice(0, -1),
    [to]: bounded([...work[to], back]),
  };
}

function sameLayers(one: readonly WorkLayer[], other: readonly WorkLayer[]): boolean {
  return one.length === other.length && one.every((layer, index) => layer === other[index]);
}

function withView(layers: readonly WorkLayer[], now: readonly WorkLayer[]): readonly WorkLayer[] {
  const visible = new Map(now.map((layer) => [layer.id, layer.visible]));
  return layers.map((layer) => {
    const view = visible.get(layer.id) ?? layer.visible;
    return view === layer.visible ? layer : { ...layer, visible: view };
  });
}

function bounded(steps: readonly Step[]): readonly Step[] {
  let from = Math.max(0, steps.length - MOST_STEPS);
  let bytes = steps.slice(from).reduce((sum, step) => sum + step.bytes, 0);
  // The newest step stays in spite of its size: the last act can always be undone.
  while (bytes > MOST_BYTES && from < steps.length - 1) bytes -= steps[from++]?.bytes ?? 0;
  return steps.slice(from);
}

/** Memory of layers that other layers do not share. */
function ownBytes(layers: readonly WorkLayer[], others: readonly WorkLayer[]): number {
  const shared = new Set(others.flatMap((layer) => parts(layer)));
  return layers
    .flatMap((layer) => parts(layer))
    .reduce((sum, part) => sum + (shared.has(part) ? 0 : bytesOf(part)), 0);
}

type Part = WorkLayer["geometry"] | Uint8Array | Uint16Array;

function parts({ geometry, crossStrips, selected, assigned }: WorkLayer): Part[] {
  return [geometry, crossStrips, selected, assigned];
}

/** Rough weight of a name and a folder in memory. */
const WORDS_BYTES = 64;

function bytesOf(part: Part): number {
  if (!("positions" in part)) return part.byteLength;
  const { positions, positionStarts, partStarts, kinds } = part;
  const arrays = positions.byteLength + positionStarts.byteLength + partStarts.byteLength;
  return arrays + kinds.length * WORDS_BYTES;
}
