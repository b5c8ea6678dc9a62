import { readFile, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Catalogue, catalogueSchema } from "@swath/contract/flights";
import { UPLOAD_TYPES, type UploadType, uploadTypeSchema } from "@swath/contract/uploads";
import {
  companions,
  flightFacts,
  folderReport,
  patternsFault,
  type ReportRequest,
  splitPatterns,
} from "@swath/survey";
import { printedReport, reportPage, reportView } from "@swath/survey/report";
import { readFolder, type ReadFolder, readingReason } from "@swath/upload-engine/node";
import { plainLine } from "@swath/contract/plain-line";
import { asksForHelp } from "../help.mjs";
import { sensorOf } from "../sample/sample-flight.ts";

const USAGE = `Validates a flight folder without a network.

  npm run -s check-folder -- FOLDER --catalogue FILE --type TYPE [--sensor NAME] [--flight FL…] [--json]
    [--html FILE] [--follow-links] [--companions '*.tmp,.sync*']

--follow-links follows links that lead out of the folder, too, and lists them; --companions passes over
files and folders of these names, as the server's SWATH_COMPANIONS does.

Exits 0 (valid), 1 (warnings), 2 (blocked), 3 (not checked).`;
const EXIT_CODES = { valid: 0, warnings: 1, blocked: 2 } as const;
const NOT_CHECKED = 3;

/** Why nothing was validated, in one line. */
class NotChecked extends Error {
  override readonly name = "NotChecked";
}

const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Options {
  readonly folder: string;
  readonly catalogue: string;
  readonly type: UploadType;
  readonly sensor: string | undefined;
  readonly flight: string | undefined;
  readonly json: boolean;
  /** Where the report is saved as a page. */
  readonly html: string | undefined;
  readonly followLinks: boolean;
  /** Patterns of companion files beside those that everybody has. */
  readonly companions: readonly string[];
}

function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    catalogue: text,
    type: text,
    sensor: text,
    flight: text,
    html: text,
    json: flag,
    companions: text,
    "follow-links": flag,
  };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [folder, ...more] = positionals;
  const { catalogue, type, sensor, flight, html, json = false } = values;
  if (folder === undefined || catalogue === undefined || more.length > 0)
    throw new NotChecked(USAGE);
  const known = uploadTypeSchema.safeParse(type);
  if (!known.success)
    throw new NotChecked(`The type ${type ?? "(none)"} is none of ${UPLOAD_TYPES.join(", ")}`);
  const followLinks = values["follow-links"] ?? false;
  const patterns = patternsOf(values.companions);
  const report = { html, json, followLinks, companions: patterns };
  return { folder, catalogue, type: known.data, sensor, flight, ...report };
}

function patternsOf(words: string | undefined): readonly string[] {
  const patterns = splitPatterns(words ?? "");
  const fault = patternsFault(patterns);
  if (fault !== undefined) throw new NotChecked(`The companions ${fault}`);
  return patterns;
}

async function catalogueOf(file: string): Promise<Catalogue> {
  const text = await readFile(here(file), "utf8").catch((error: unknown) => {
    throw new NotChecked(`The catalogue cannot be read: ${reason(error)}`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new NotChecked(`The catalogue ${file} is no JSON: ${reason(error)}`, { cause: error });
  }
  const parsed = catalogueSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new NotChecked(
    `The catalogue ${file} is no flight log: ${issue?.path.join(".")}: ${issue?.message}`,
  );
}

/** The case of the folder's name is left to its own rule. */
function flightIdOf({ folder, flight }: Options): string {
  const id = (flight ?? /^FL\d{6}/i.exec(basename(here(folder)))?.[0])?.toUpperCase();
  if (id !== undefined) return id;
  throw new NotChecked(`${folder} does not begin with a FlightID: add --flight FL…`);
}

async function read({ folder, followLinks, companions: patterns }: Options): Promise<ReadFolder> {
  try {
    return await readFolder(here(folder), { followLinks, isCompanion: companions(patterns) });
  } catch (error) {
    throw new NotChecked(`The folder cannot be read: ${reason(error)}`, { cause: error });
  }
}

async function request(options: Options): Promise<ReportRequest> {
  const catalogue = await catalogueOf(options.catalogue);
  const flightId = flightIdOf(options);
  const flight = catalogue.flights.find(({ FlightID }) => FlightID === flightId);
  if (flight === undefined) throw new NotChecked(`The catalogue holds no flight ${flightId}`);
  const names = flight.Sensors.flatMap((log) => [log.Sensor, log.SecondarySensor]);
  if (options.sensor !== undefined && !names.includes(options.sensor))
    throw new NotChecked(`${flightId} has no sensor ${options.sensor}`);
  const sensorName = options.sensor ?? sensorOf(flight.Sensors, options.type);
  if (sensorName === undefined)
    throw new NotChecked(`${flightId} has no sensor for ${options.type}`);
  const projects = new Map(catalogue.projects.map((project) => [project.ProjectID, project]));
  const Sensors = flight.Sensors.map((log) => ({
    ...log,
    Project: projects.get(log.ProjectID ?? "") ?? null,
  }));
  return {
    ...flightFacts({ ...flight, Sensors }, sensorName),
    flightId,
    sensorName,
    uploadType: options.type,
    equipment: catalogue.sensorEquipment,
    now: Date.now(),
    companions: options.companions,
    reasonOf: readingReason,
    ...(await read(options)),
  };
}

async function check(args: readonly string[]): Promise<CommandResult> {
  const options = readOptions(args);
  const report = await folderReport(await request(options));
  if (options.html !== undefined)
    await writeFile(here(options.html), reportPage(reportView(report), Date.now()));
  const output = options.json ? plainLine(JSON.stringify(report)) : printedReport(report);
  return { status: EXIT_CODES[report.state], output };
}

/** What a command ends with; `error` is one line, or how the command is called. */
interface CommandResult {
  readonly status: number;
  readonly output?: string;
  readonly error?: string;
}

/** Runs `check-folder` with its arguments; never rejects. */
export async function checkCommand(args: readonly string[]): Promise<CommandResult> {
  if (asksForHelp(args)) return { status: 0, output: USAGE };
  try {
    return await check(args);
  } catch (error) {
    const why = reason(error);
    return { status: NOT_CHECKED, error: why === USAGE ? USAGE : plainLine(why) };
  }
}

if (import.meta.main) {
  const { status, output, error } = await checkCommand(process.argv.slice(2));
  if (output !== undefined) console.log(output);
  if (error !== undefined) console.error(error);
  process.exitCode = status;
}
