import { noDamage, readRangeBlocks, readRangeHeader } from "@swath/pointcloud/range";
import {
  type FileSource,
  readApplanix,
  readApplanixEnds,
  readEventLog,
  readFmsLines,
  readFmsLog,
  readIiq,
  readKml,
  readKmz,
  readLasHeader,
  readNavigation,
  readRangeSerial,
  readWorldFile,
} from "@swath/survey/readers";
import type { Chance } from "./chance.ts";
import { applanixInput } from "./inputs/applanix-input.ts";
import { iiqInput } from "./inputs/iiq-input.ts";
import { kmlInput } from "./inputs/kml-input.ts";
import { kmzInput } from "./inputs/kmz-input.ts";
import { lasInput } from "./inputs/las-input.ts";
import { houseRangeInput } from "./inputs/house-range-input.ts";
import { eventInput, fmsInput, rangeInput, worldInput } from "./inputs/text-input.ts";

/** A reader, and how an input for it is made. */
export interface FuzzTarget {
  /** Suffix of an input that is kept. */
  readonly suffix: string;
  readonly make: (chance: Chance) => Uint8Array;
  readonly read: (source: FileSource) => Promise<{ readonly ok: boolean }>;
}

export const TARGETS: Readonly<Record<string, FuzzTarget>> = {
  applanix: { suffix: "000", make: applanixInput, read: readApplanix },
  "applanix-ends": { suffix: "000", make: applanixInput, read: readApplanixEnds },
  navigation: {
    suffix: "000",
    make: applanixInput,
    read: (source) => readNavigation([source], () => undefined),
  },
  range: { suffix: "range", make: rangeInput, read: readRangeSerial },
  las: { suffix: "laz", make: lasInput, read: readLasHeader },
  kml: { suffix: "kml", make: kmlInput, read: readKml },
  kmz: { suffix: "kmz", make: kmzInput, read: readKmz },
  fms: { suffix: "log", make: fmsInput, read: readFmsLog },
  "fms-lines": {
    suffix: "log",
    make: fmsInput,
    read: async (source) => ({ ok: (await readFmsLines(source)).length > 0 }),
  },
  events: { suffix: "csv", make: eventInput, read: (source) => readEventLog(source) },
  "house-range": { suffix: "range", make: houseRangeInput, read: readHouseRange },
  iiq: { suffix: "iiq", make: iiqInput, read: readIiq },
  world: { suffix: "jgw", make: worldInput, read: readWorldFile },
};

async function readHouseRange(source: FileSource): Promise<{ readonly ok: boolean }> {
  const header = await readRangeHeader(source);
  let returns = 0;
  for await (const block of readRangeBlocks(source, noDamage())) returns += block.count;
  return { ok: "header" in header && returns > 0 };
}
