import { AREA, COLLECTION, type PlanFilter, type PlanGeometry } from "./model/index.ts";
import { EMPTY_WORK, type PlanWork, type WorkInstruction, type WorkLayer } from "./state/index.ts";

const VERSION = 1;

/** Work as it is kept over a reload: plain objects and typed arrays, as structured cloning takes them. */
export interface PersistedWork {
  readonly version: typeof VERSION;
  readonly layers: readonly WorkLayer[];
  readonly filter: PlanFilter;
  readonly instructions: readonly WorkInstruction[];
  readonly chosen: string | undefined;
  readonly nextLayer: number;
}

/** What of the work is kept: everything but the steps of undo. */
export function keepWork({
  layers,
  filter,
  instructions,
  chosen,
  nextLayer,
}: PlanWork): PersistedWork {
  return { version: VERSION, layers, filter, instructions, chosen, nextLayer };
}

/** Work from what was kept; undefined of another version, or where anything in it cannot be right. */
export function readSaved(value: unknown): PlanWork | undefined {
  if (!isKept(value)) return undefined;
  const { layers, filter, instructions, chosen, nextLayer } = value;
  const right = layers.every((layer) =>
    layer.assigned.every((number) => number <= instructions.length),
  );
  const chosenKnown = chosen === undefined || instructions.some(({ key }) => key === chosen);
  const ids = new Set(layers.map(({ id }) => id));
  if (!right || !chosenKnown || ids.size !== layers.length) return undefined;
  return { ...EMPTY_WORK, layers, filter, instructions, chosen, nextLayer };
}

function isKept(value: unknown): value is PersistedWork {
  return (
    isRecord(value) &&
    value["version"] === VERSION &&
    isListOf(value["layers"], isLayer) &&
    isListOf(value["instructions"], isInstruction) &&
    (value["filter"] === "all" || value["filter"] === "aoi" || value["filter"] === "lines") &&
    (value["chosen"] === undefined || isText(value["chosen"])) &&
    Number.isSafeInteger(value["nextLayer"])
  );
}

function isLayer(value: unknown): value is WorkLayer {
  if (!isRecord(value) || !isGeometry(value["geometry"])) return false;
  const count = value["geometry"].kinds.length;
  const { assigned } = value;
  return (
    [value["id"], value["file"], value["crs"]].every(isText) &&
    (value["source"] === "kmz" || value["source"] === "shp") &&
    typeof value["visible"] === "boolean" &&
    Number.isSafeInteger(value["withoutGeometry"]) &&
    isListOf(value["networkLinks"], isLink) &&
    [value["marked"], value["crossStrips"], value["selected"]].every((flags) =>
      isFlags(flags, count),
    ) &&
    assigned instanceof Uint16Array &&
    assigned.length === count
  );
}

function isLink(value: unknown): boolean {
  return isRecord(value) && isText(value["name"]) && isText(value["address"]);
}

function isInstruction(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value["projectId"], value["siteName"], value["key"]].every(isText) &&
    Number.isSafeInteger(value["colour"]) &&
    typeof value["listed"] === "boolean"
  );
}

/** Whether it is a geometry whose arrays fit together. */
export function isGeometry(value: unknown): value is PlanGeometry {
  if (!isRecord(value)) return false;
  const { kinds, names, folders, partStarts, partKinds, positionStarts, positions } = value;
  return (
    kinds instanceof Uint8Array &&
    kinds.every((kind) => kind <= COLLECTION) &&
    isTexts(names, kinds.length) &&
    isTexts(folders, kinds.length) &&
    partKinds instanceof Uint8Array &&
    partKinds.every((kind) => kind <= AREA) &&
    positions instanceof Float64Array &&
    positions.every((coordinate) => Number.isFinite(coordinate)) &&
    isStarts(partStarts, kinds.length, partKinds.length) &&
    isStarts(positionStarts, partKinds.length, positions.length / 2)
  );
}

function isTexts(value: unknown, count: number): boolean {
  return isListOf(value, isText) && Array.isArray(value) && value.length === count;
}

/** Whether the starts rise from 0 to the end of what they part, each by one at least. */
function isStarts(value: unknown, count: number, end: number): boolean {
  return (
    value instanceof Uint32Array &&
    value.length === count + 1 &&
    value[0] === 0 &&
    value[count] === end &&
    value.every((start, at) => at === 0 || start > (value[at - 1] ?? 0))
  );
}

export const isText = (value: unknown): value is string => typeof value === "string";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isListOf(value: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => fits(one));
}

/** Whether it is as many bytes as there are features, each 0 or 1. */
export function isFlags(value: unknown, count: number): boolean {
  return value instanceof Uint8Array && value.length === count && value.every((flag) => flag <= 1);
}
