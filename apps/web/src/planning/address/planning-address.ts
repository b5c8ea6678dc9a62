import type { PlanFilter } from "@swath/plan/model";
import { z } from "zod";

/** The radios: everything, areas of interest, or flight lines. */
export const FILTERS = ["all", "aoi", "lines"] as const satisfies readonly PlanFilter[];

/** Where the map is: degrees of WGS 84 and zoom, as in `-28.27,133.78,4`. */
export interface PlaceOnMap {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
}

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

/** Reads a place; undefined where the text is none. */
export function readPlace(text: unknown): PlaceOnMap | undefined {
  const { data } = place.safeParse(typeof text === "string" ? text.split(",") : undefined);
  if (data === undefined) return undefined;
  const [lat, lon, zoom] = data;
  return { lat, lon, zoom };
}

/** A place as the address has it: to the metre. */
export function writePlace({ lat, lon, zoom }: PlaceOnMap): string {
  const west = ((((lon + 180) % 360) + 360) % 360) - 180;
  return [lat.toFixed(5), west.toFixed(5), zoom.toFixed(2)].map(Number).join();
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
