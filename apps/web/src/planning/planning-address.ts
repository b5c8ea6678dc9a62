import type { PlanFilter } from "@swath/plan/model";
import { readPlace, writePlace } from "../map/map-coordinates.ts";
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

const INSTRUCTION = /^PRJ\d{5} .{1,60}$/;

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
