import type { PlanFilter } from "../model/index.ts";
import { EMPTY_WORK, type PlanWork, type WorkInstruction, type WorkLayer } from "../state/index.ts";
import { isGeometry } from "./geometry-check.ts";
import { isFlags, isListOf, isRecord, isText } from "./value-checks.ts";

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
