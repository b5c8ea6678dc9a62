import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { catalogueSchema } from "@swath/contract/flights";
import { type UploadType, uploadTypeSchema } from "@swath/contract/upload-types";
import { flightFacts } from "@swath/survey/flight-facts";
import { type FolderReport, folderReport, type ReportRequest } from "@swath/survey/folder-report";
import { folderSources } from "./folder/disk-source.ts";
import { printedReport } from "./folder/printed-report.ts";
import { sensorOf } from "./sample/sample-flight.ts";

const USAGE = `Checks a flight folder without a network.

  npm run -s check-folder -- FOLDER --catalogue FILE --type TYPE [--sensor NAME] [--json]

Exits 0 (valid), 1 (warnings), 2 (blocked), 3 (not checked).`;
const EXIT_CODES = { valid: 0, warnings: 1, blocked: 2 } as const;
const NOT_CHECKED = 3;

const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

function words(): {
  folder: string;
  catalogue: string;
  type: UploadType;
  sensor: string | undefined;
  json: boolean;
} {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { catalogue: text, type: text, sensor: text, json: { type: "boolean" } },
  });
  const [folder] = positionals;
  const { catalogue, sensor, json = false } = values;
  if (folder === undefined || catalogue === undefined) throw new Error(USAGE);
  return { folder, catalogue, type: uploadTypeSchema.parse(values.type), sensor, json };
}

async function request({
  folder,
  catalogue: file,
  type,
  sensor,
}: ReturnType<typeof words>): Promise<ReportRequest> {
  const catalogue = catalogueSchema.parse(JSON.parse(await readFile(here(file), "utf8")));
  const flightId = /^FL\d{6}/.exec(basename(here(folder)))?.[0];
  const flight = catalogue.flights.find(({ FlightID }) => FlightID === flightId);
  if (flight === undefined) throw new Error(`The catalogue holds no flight ${flightId ?? folder}`);
  const sensorName = sensor ?? sensorOf(flight.Sensors, type);
  if (sensorName === undefined) throw new Error(`${flight.FlightID} has no sensor for ${type}`);
  const projects = new Map(catalogue.projects.map((project) => [project.ProjectID, project]));
  const Sensors = flight.Sensors.map((log) => ({
    ...log,
    Project: projects.get(log.ProjectID ?? "") ?? null,
  }));
  return {
    ...flightFacts({ ...flight, Sensors }, sensorName),
    flightId: flight.FlightID,
    sensorName,
    uploadType: type,
    equipment: catalogue.sensorEquipment,
    files: await folderSources(here(folder)),
  };
}

async function check(): Promise<FolderReport> {
  const asked = words();
  const report = await folderReport(await request(asked));
  console.log(asked.json ? JSON.stringify(report) : printedReport(report));
  return report;
}

try {
  process.exitCode = EXIT_CODES[(await check()).state];
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = NOT_CHECKED;
}
