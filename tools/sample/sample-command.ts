import { readFileSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Catalogue, catalogueSchema } from "@swath/contract/flights";
import { lasHeader } from "@swath/survey/readers";
import { demonstrationCatalogue } from "../../apps/server/src/demonstration/demonstration-catalogue.ts";
import { dayOf, notedDay } from "../../apps/server/src/demonstration/demonstration-day.ts";
import { type Fault, withFault } from "./faults.ts";
import { faultList, FAULTS } from "./content-faults.ts";
import {
  type FlightContent,
  flightContent,
  type SampleFlight,
  sampleFlight,
  usualType,
} from "./sample-flight.ts";
import { baseFolder, layout } from "./layout.ts";
import { readCommand, type SampleOptions } from "./options.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";
import { strangers, writeFolder } from "./write-folder.ts";
import {
  terrainSample,
  type TerrainSampleOptions,
  terrainSubject,
} from "./terrain/terrain-sample.ts";

/** The LAZ files of a folder whose headers can be read, to be copied as they are. */
async function lazCopies(folder: string): Promise<SampleFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.laz$/i.test(name)).toSorted();
  return names.flatMap((name) => {
    const content = (): Uint8Array => readFileSync(join(folder, name));
    const bytes = content();
    return lasHeader(bytes, bytes.length).ok ? [sampleFile(`LAZ/${name}`, content)] : [];
  });
}

const LARGE_RANGE_BYTES = 220_000_000;
const SMALL_RANGE_BYTES = 3_000_000;
const MB = 1_000_000;

/** Paths are meant from where npm was called. */
const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

const ROOT = resolve(import.meta.dirname, "../..");

async function catalogueOf({ catalogue, day }: SampleOptions): Promise<Catalogue> {
  if (catalogue === undefined) {
    const noted = notedDay(resolve(ROOT, process.env["SWATH_DATA"] ?? "data"));
    return demonstrationCatalogue({ day: day ?? (await noted) ?? dayOf(new Date()) });
  }
  return catalogueSchema.parse(JSON.parse(await readFile(here(catalogue), "utf8")));
}

type Say = (line: string) => void;

async function sample(options: SampleOptions, say: Say): Promise<string | undefined> {
  const { flightId } = options;
  const catalogue = await catalogueOf(options);
  if (options.terrain !== undefined) return terrain(options, options.terrain, catalogue);
  const type = options.type ?? usualType(flightId, catalogue);
  const flight = sampleFlight(flightId, catalogue, type, options);
  if (flight === undefined)
    return `The catalogue knows no ${type} sensor of ${flightId}: add --sensor NAME`;
  const copies = options.lazFrom === undefined ? [] : await lazCopies(here(options.lazFrom));
  if (options.lazFrom !== undefined && copies.length === 0) return `no LAZ in ${options.lazFrom}`;
  const fault = FAULTS.find(({ name }) => name === options.fault);
  const refusal = faultRefusal(options.fault, fault, flight);
  if (refusal !== undefined) return refusal;
  const right = flightContent(flight, options.big ? LARGE_RANGE_BYTES : SMALL_RANGE_BYTES);
  const content = fault?.content?.(right) ?? right;
  const name = folderName(content, fault);
  if (name === undefined) return "The catalogue knows no other sensor: name one that has some";
  const folder = join(here(options.folder), name);
  const valid = layout(content, copies);
  if (fault !== undefined && changesNothing(fault, valid, copies))
    return `${fault.name} would change nothing in this folder: it would be valid`;
  const files = fault === undefined ? valid : withFault(valid, fault, content);
  const [stranger] = await strangers(folder, files);
  if (stranger !== undefined) return `${folder} holds other files (${stranger}): choose another`;
  const written = await writeFolder(folder, files);
  for (const { path, size } of written) say(`${String(size).padStart(12)}  ${path}`);
  const bytes = written.reduce((sum, { size }) => sum + size, 0);
  say(
    `${flight.uploadType} of ${flight.sensorName}: ${written.length} files, ${(bytes / MB).toFixed(1)} MB`,
  );
  say(folder);
  return undefined;
}

async function terrain(
  options: SampleOptions,
  { truth, calibration, ...numbers }: TerrainSampleOptions,
  catalogue: Catalogue,
): Promise<string | undefined> {
  const { flightId } = options;
  const subject = terrainSubject(flightId, catalogue, options);
  if (typeof subject === "string") return subject;
  return terrainSample(subject, {
    flightId,
    folder: here(options.folder),
    truth: truth === undefined ? undefined : here(truth),
    calibration: calibration === undefined ? undefined : here(calibration),
    ...numbers,
  });
}

/** Whether a fault finds no file to be made in: copied files keep their contents. */
function changesNothing(
  { rgbn, without, spoil }: Fault,
  files: readonly SampleFile[],
  copies: readonly SampleFile[],
): boolean {
  if (rgbn === true) return copies.length > 0;
  const touched = [without, spoil].filter((pattern) => pattern !== undefined);
  return (
    touched.length > 0 && !files.some(({ path }) => touched.some((pattern) => pattern.test(path)))
  );
}

function folderName(content: FlightContent, fault: Fault | undefined): string | undefined {
  const right = baseFolder(content);
  return fault?.folder === undefined ? right : fault.folder(right, content.flight);
}

function faultRefusal(
  name: string | undefined,
  fault: Fault | undefined,
  flight: SampleFlight,
): string | undefined {
  const { uploadType, sensorName, simultaneous, projectIds } = flight;
  if (name === undefined) return undefined;
  if (fault === undefined) return `No fault ${name}: --list-faults names them`;
  if (!fault.types.includes(uploadType)) return `${name} is a fault of ${fault.types.join(", ")}`;
  const atOnce = uploadType === "MediumFormatImagery" ? fault.simultaneous : undefined;
  if (atOnce !== undefined && atOnce !== simultaneous)
    return `${name} takes a flight that ${atOnce ? "captures" : "does not capture"} LiDAR and imagery at once`;
  if (fault.rgbn === true && !flight.rgbn)
    return `${name} takes a flight with a project whose processing template wants RGBN: ${flight.flightId} has none`;
  if (projectIds.length < (fault.projects ?? 0))
    return `${name} takes a flight of ${fault.projects} projects: name them by --project`;
  return fault.sensor?.test(sensorName) === false
    ? `${name} is no fault of ${sensorName}`
    : undefined;
}

/** Runs a command line; returns its output, and its error where it failed. */
export async function sampleCommand(
  words: readonly string[],
): Promise<{ readonly output: readonly string[]; readonly failure?: string | undefined }> {
  const command = readCommand(words);
  if (command.do === "refuse") return { output: [], failure: command.reason };
  if (command.do !== "sample")
    return { output: [command.do === "help" ? command.usage : faultList()] };
  const output: string[] = [];
  const failure = await sample(command.options, (line) => output.push(line));
  return { output, failure };
}

if (import.meta.main) {
  const { output, failure } = await sampleCommand(process.argv.slice(2));
  for (const line of output) console.log(line);
  if (failure !== undefined) {
    console.error(failure);
    process.exitCode = 1;
  }
}
