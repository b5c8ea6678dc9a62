import {
  calibrationFormSchema,
  instrumentFileFaults,
  instrumentKind,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import { keepWork, readSaved } from "@swath/plan/persisted";
import { loadPlans } from "@swath/plan/load";
import { EMPTY_WORK, planReducer } from "@swath/plan/state";
import { copcInfo, copcNodes } from "@swath/pointcloud/copc";
import { openLas } from "@swath/pointcloud/las";
import { decodeChunk, laszipOf, recordPlan } from "@swath/pointcloud/laz";
import { noDamage, readRangeBlocks, readRangeHeader } from "@swath/pointcloud/range";
import { CHUNK_POINTS, LASZIP_CHUNKS } from "@swath/pointcloud/testing";
import {
  type FileSource,
  readApplanix,
  readApplanixEnds,
  readDamage,
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
import { instrumentFilesOf } from "../../apps/server/src/calibration/save/instrument-files.ts";
import type { Chance } from "./chance.ts";
import { applanixInput } from "./inputs/applanix-input.ts";
import { copcInput } from "./inputs/copc-input.ts";
import { iiqInput } from "./inputs/iiq-input.ts";
import {
  INSTRUMENT_NAMES,
  INSTRUMENT_OWNER,
  instrumentNamesInput,
  instrumentTableInput,
} from "./inputs/instrument-input.ts";
import { kmlInput } from "./inputs/kml-input.ts";
import { kmzInput } from "./inputs/kmz-input.ts";
import { lasInput } from "./inputs/las-input.ts";
import { lazInput } from "./inputs/laz-input.ts";
import { houseRangeInput } from "./inputs/house-range-input.ts";
import { shapefileInput } from "./inputs/shapefile-input.ts";
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
  "plan-kmz": { suffix: "kmz", make: kmzInput, read: readPlans },
  "plan-shapefile": { suffix: "zip", make: shapefileInput, read: readPlans },
  damage: { suffix: "bin", make: damageInput, read: readDamages },
  range: { suffix: "range", make: rangeInput, read: readRangeSerial },
  las: { suffix: "laz", make: lasInput, read: readLasHeader },
  "laz-chunk": { suffix: "chunk", make: lazInput, read: readLazChunk },
  copc: { suffix: "copc.laz", make: copcInput, read: readCopc },
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
  "instrument-names": { suffix: "txt", make: instrumentNamesInput, read: readInstrumentNames },
  "instrument-files": { suffix: "b64", make: instrumentTableInput, read: readInstrumentTable },
  world: { suffix: "jgw", make: worldInput, read: readWorldFile },
};

const DAMAGE_INPUTS = [
  houseRangeInput,
  iiqInput,
  kmlInput,
  kmzInput,
  lasInput,
  eventInput,
  fmsInput,
  worldInput,
];
const SUFFIXES = "las laz range kmz xlsx xls pdf jpg tif iiq log 26n csv xml json txt sha1 jgw raw";
/** First bytes of formats that no other target makes, so that what follows them is looked at. */
const HEADS = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0xff, 0xd8, 0xff, 0xe1, 0x00, 0x10],
  [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0x11, 1, 4, 0],
  [0x4d, 0x4d, 0, 43, 0, 8, 0, 0],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  [0x09, 0, 4, 0],
];

/** A file of any format, mostly with zeros or nothing in place of its end. */
function damageInput(chance: Chance): Uint8Array {
  const bytes = chance.pick(DAMAGE_INPUTS)(chance).slice();
  if (chance.happens(0.3)) bytes.set(chance.pick(HEADS).slice(0, bytes.length));
  const end = chance.below(bytes.length + 1);
  return chance.happens(0.5) ? bytes.fill(0, end) : bytes.slice(0, end);
}

/** Whatever a file is called, an answer comes. */
async function readDamages(source: FileSource): Promise<{ readonly ok: boolean }> {
  const found = [];
  for (const suffix of SUFFIXES.split(" "))
    found.push(await readDamage({ ...source, path: `a.${suffix}` }));
  return { ok: found.includes(undefined) };
}

/** What the map loads is whole: numbers that have a place, and arrays that fit together. */
async function readPlans(source: FileSource): Promise<{ readonly ok: boolean }> {
  const name = `plan.${source.path.replace(/^.*\./, "")}`;
  const files = [{ name, bytes: await source.read(0, source.size) }];
  const outcomes = await loadPlans(files, { by: "drop" });
  const layers = outcomes.flatMap((outcome) => (outcome.kind === "loaded" ? [outcome.layer] : []));
  const work = planReducer(EMPTY_WORK, { type: "add", layers });
  if (readSaved(keepWork(work)) === undefined)
    throw new TypeError("loaded what does not fit together");
  return { ok: layers.length > 0 };
}

/** Codes that lead nowhere are a RangeError, which whoever decodes takes for damage. */
async function readLazChunk(source: FileSource): Promise<{ readonly ok: boolean }> {
  const [number = 0, ...rest] = await source.read(0, source.size);
  const chunk = Uint8Array.from(rest);
  const { items } = LASZIP_CHUNKS[number] ?? LASZIP_CHUNKS[0]!;
  const recordBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
  // Layers say how many points they are of; other codes are those of any count.
  const isLayered = items[0]!.version > 2 && chunk.length >= recordBytes + 4;
  const points = isLayered ? new DataView(chunk.buffer).getUint32(recordBytes, true) : CHUNK_POINTS;
  let decoded = 0;
  try {
    for (const batch of decodeChunk(chunk, items, points)) {
      if (batch === undefined) return { ok: false };
      decoded += batch.length;
    }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false };
    throw error;
  }
  if (decoded !== points * recordBytes) throw new TypeError(`decoded ${decoded} bytes`);
  return { ok: true };
}

/** Every node of a COPC file; a hierarchy that contradicts itself, and codes that lead nowhere, are a RangeError. */
async function readCopc(source: FileSource): Promise<{ readonly ok: boolean }> {
  const opened = await openLas(source);
  if ("fault" in opened) return { ok: false };
  const { records, header } = opened.file;
  const [info, laszip] = [copcInfo(records), laszipOf(records)];
  if (info === undefined || laszip === undefined) return { ok: false };
  if (typeof recordPlan(opened.file, laszip) === "string") return { ok: false };
  try {
    const read = (start: number, end: number) => source.read(start, end);
    for await (const { start, end, points } of copcNodes(read, source.size, info)) {
      let decoded = 0;
      for (const batch of decodeChunk(await read(start, end), laszip.items, points)) {
        if (batch === undefined) return { ok: false };
        decoded += batch.length;
      }
      if (decoded !== points * header.recordBytes) throw new TypeError(`decoded ${decoded} bytes`);
    }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false };
    throw error;
  }
  return { ok: true };
}

async function readHouseRange(source: FileSource): Promise<{ readonly ok: boolean }> {
  const header = await readRangeHeader(source);
  let returns = 0;
  for await (const block of readRangeBlocks(source, noDamage())) returns += block.count;
  return { ok: "header" in header && returns > 0 };
}

const textOf = async (source: FileSource): Promise<string> => {
  const bytes = await source.read(0, Math.min(source.size, 100_000));
  return new TextDecoder().decode(bytes);
};

/** What passes the naming standard has neither a path nor a control character. */
async function readInstrumentNames(source: FileSource): Promise<{ readonly ok: boolean }> {
  const names = (await textOf(source)).split("\u0001");
  const ok = instrumentFileFaults(names, INSTRUMENT_OWNER).length === 0;
  const own = names.filter((name) => instrumentKind(name) !== undefined);
  if (ok && own.some((name) => !/^[\w-]{1,60}\.[a-z]{3}$/i.test(name)))
    throw new TypeError(`took ${JSON.stringify(own)}`);
  return { ok };
}

const NUMBERS = Object.fromEntries(
  Object.keys(calibrationFormSchema.shape)
    .filter((name) => /^(?:PriGNSSLever|RefToIMU)(?!SD)/.test(name))
    .map((name) => [name, 0]),
);

/** The instrument files of a form whose TBL is the file. */
async function readInstrumentTable(source: FileSource): Promise<{ readonly ok: boolean }> {
  const form = calibrationFormSchema.safeParse({
    ...NUMBERS,
    PriGNSSLeverSD: "SD10cm",
    SensorName: INSTRUMENT_OWNER.sensorName,
    Aircraft: INSTRUMENT_OWNER.aircraft,
    SurveyDate: INSTRUMENT_OWNER.surveyDate,
    ScheduledExpiryDate: INSTRUMENT_OWNER.surveyDate,
    InstrumentFileNames: INSTRUMENT_NAMES,
    LMSInstrumentRES: "res",
    LMSInstrumentTBL: await textOf(source),
    LMSInstrumentLCP: "lcp",
  });
  if (!form.success) return { ok: false };
  try {
    return { ok: (await instrumentFilesOf(form.data)) !== undefined };
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_REQUEST") return { ok: false };
    throw error;
  }
}
