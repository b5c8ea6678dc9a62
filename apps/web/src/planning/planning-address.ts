import { type PlanFilter, wrapped } from "@swath/plan/model";
import type { MapView } from "../map/map-layer.ts";
import type { Instruction } from "@swath/plan/state";
import { z } from "zod";

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

const between = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,9})?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const place = z.tuple([between(-85.1, 85.1), between(-180, 180), between(0, 24)]);
const instruction = z.string().regex(/^PRJ\d{5} .{1,60}$/);
const base = z.int().min(1).max(9);

/** Reads a place such as `-28.27,133.78,4`; undefined where the text is none. */
export function readPlace(text: unknown): MapView | undefined {
  const { data } = place.safeParse(typeof text === "string" ? text.split(",") : undefined);
  if (data === undefined) return undefined;
  const [lat, lon, zoom] = data;
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
  const { data: chosen } = instruction.safeParse(search["instruction"]);
  const { data: ground } = base.safeParse(search["base"]);
  return {
    ...(at === undefined ? {} : { at: writePlace(at) }),
    ...(filter === undefined ? {} : { filter }),
    ...(chosen === undefined ? {} : { instruction: chosen }),
    ...(ground === undefined ? {} : { base: ground }),
  };
}
