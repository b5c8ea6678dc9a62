import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Catalogue, catalogueSchema } from "@swath/contract/flights";
import { demonstrationCatalogue } from "../apps/server/src/modules/catalogue/demonstration/demonstration-catalogue.ts";
import { flightContent } from "./sample/flight-content.ts";
import { lazCopies } from "./sample/laz-copies.ts";
import { baseFolder, layout } from "./sample/layout.ts";
import { readCommand, type SampleOptions } from "./sample/options.ts";
import { sampleFlight, usualType } from "./sample/sample-flight.ts";
import { writeFolder } from "./sample/write-folder.ts";

const LARGE_RANGE_BYTES = 220_000_000;
const SMALL_RANGE_BYTES = 3_000_000;
const MB = 1_000_000;

/** Paths are meant from where npm was called. */
const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

async function catalogueOf({ catalogue }: SampleOptions): Promise<Catalogue> {
  if (catalogue === undefined) return demonstrationCatalogue();
  return catalogueSchema.parse(JSON.parse(await readFile(here(catalogue), "utf8")));
}

async function sample(options: SampleOptions): Promise<string | undefined> {
  const { flightId } = options;
  const catalogue = await catalogueOf(options);
  const type = options.type ?? usualType(flightId, catalogue);
  const flight = sampleFlight(flightId, catalogue, type, options);
  if (flight === undefined)
    return `The catalogue knows no ${type} sensor of ${flightId}: add --sensor NAME`;
  const copies = options.lazFrom === undefined ? [] : await lazCopies(here(options.lazFrom));
  if (options.lazFrom !== undefined && copies.length === 0) return `no LAZ in ${options.lazFrom}`;
  const content = flightContent(flight, options.big ? LARGE_RANGE_BYTES : SMALL_RANGE_BYTES);
  const folder = join(here(options.folder), baseFolder(content));
  const written = await writeFolder(folder, layout(content, copies));
  for (const { path, size } of written) console.log(`${String(size).padStart(12)}  ${path}`);
  const bytes = written.reduce((sum, { size }) => sum + size, 0);
  console.log(
    `${flight.uploadType} of ${flight.sensorName}: ${written.length} files, ${(bytes / MB).toFixed(1)} MB`,
  );
  console.log(folder);
  return undefined;
}

const command = readCommand(process.argv.slice(2));
const failure = command.do === "refuse" ? command.reason : await sample(command.options);
if (failure !== undefined) {
  console.error(failure);
  process.exitCode = 1;
}
