import { keepWork, readSaved } from "@swath/plan/persisted";
import type { PlanWork } from "@swath/plan/state";

const WORK = "work";
const geometryPart = (layerId: string): string => `geometry ${layerId}`;

/**
 * The work in parts: what changes with each step in one, the geometry of each layer, which never
 * changes, in one of its own.
 */
export function partsOf(work: PlanWork): ReadonlyMap<string, unknown> {
  const { layers, ...kept } = keepWork(work);
  const light = layers.map((layer) => Object.assign({}, layer, { geometry: undefined }));
  return new Map<string, unknown>([
    ...layers.map(({ id, geometry }) => [geometryPart(id), geometry] as const),
    [WORK, { ...kept, layers: light }],
  ]);
}

/** Whether a part never changes once it is there. */
export const isLasting = (part: string): boolean => part !== WORK;

/** The work of parts as they were kept; undefined where they are none that can be right. */
export function workOf(parts: ReadonlyMap<string, unknown>): PlanWork | undefined {
  const kept = parts.get(WORK);
  if (typeof kept !== "object" || kept === null || !("layers" in kept)) return undefined;
  const { layers } = kept;
  if (!Array.isArray(layers)) return undefined;
  const whole = layers.map((layer: unknown) =>
    typeof layer === "object" && layer !== null && "id" in layer
      ? Object.assign({}, layer, { geometry: parts.get(geometryPart(String(layer.id))) })
      : layer,
  );
  return readSaved({ ...kept, layers: whole });
}
