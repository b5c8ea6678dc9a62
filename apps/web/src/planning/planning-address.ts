import { type PlanFilter, wrapped } from "@swath/plan/model";
import type { MapView } from "../map/map-layer.ts";
import type { Instruction } from "@swath/plan/state";
import { numberOf, textOf } from "@swath/contract/read-value";

/** An instruction as the address has it: site names hold no line breaks, project IDs no spaces. */
export const addressOf = ({ projectId, siteName }: Instruction): string =>
  `${projectId} ${siteName}`;

/** The instruction that an address names. */
export function instructionOf(address: string): Instruction {
  const space = address.indexOf(" ");
  return { projectId: address.slice(0, space), siteName: address.slice(space + 1) };
}

export const FILTERS = ["all", "aoi", "lines"] as const satisfies readonly PlanFilter[];

/** What of the page its address holds; the geometry itself is in no link. */
export interface PlanningAddress {
  readonly at?: string | undefined;
  readonly filter?: PlanFilter | undefined;
  /** Project ID and site name of the selected instruction, a space between them. */
  readonly instruction?: string | undefined;
  /** Number of the base map, where it is not the first. */
  readonly base?: number | undefined;
}

const DEGREES = /^-?\d{1,3}(\.\d{1,9})?$/;
const INSTRUCTION = /^PRJ\d{5} .{1,60}$/;

/** Reads a place such as `-28.27,133.78,4`; undefined where the text is none. */
export function readPlace(text: unknown): MapView | undefined {
  const parts = textOf(text)?.split(",") ?? [];
  if (parts.length !== 3 || !parts.every((part) => DEGREES.test(part))) return undefined;
  const [first, second, third] = parts.map(Number);
  const lat = numberOf(first, -85.1, 85.1);
  const lon = numberOf(second, -180, 180);
  const zoom = numberOf(third, 0, 24);
  if (lat === undefined || lon === undefined || zoom === undefined) return undefined;
  return { lat, lon, zoom };
}

/** A place as the address has it: to the metre. */
export function writePlace({ lat, lon, zoom }: MapView): string {
  return [lat.toFixed(5), wrapped(lon).toFixed(5), zoom.toFixed(2)].map(Number).join();
}

/** Reads an address; what is malformed, or the default, is left out. */
export function readPlanningAddress(search: Readonly<Record<string, unknown>>): PlanningAddress {
  const at = readPlace(search["at"]);
  const filter = FILTERS.find((each) => each === search["filter"] && each !== "all");
  const chosen = textOf(search["instruction"], INSTRUCTION);
  const ground = Number.isInteger(search["base"]) ? numberOf(search["base"], 1, 9) : undefined;
  return {
    ...(at === undefined ? {} : { at: writePlace(at) }),
    ...(filter === undefined ? {} : { filter }),
    ...(chosen === undefined ? {} : { instruction: chosen }),
    ...(ground === undefined ? {} : { base: ground }),
  };
}
