import type { SensorEquipment } from "@swath/contract/flights";
import type { Manifest } from "@swath/contract/uploads";
import {
  type FlightFacts,
  flightFacts,
  type FolderValidation,
  validateContents,
  validateFolder,
} from "@swath/survey";
import { DAMAGE_RULES } from "@swath/survey/rules";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { landedSources } from "./landed-source.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** What the catalogue knows of an upload's flight, and every sensor of the company. */
export interface FlightLog {
  readonly facts: FlightFacts;
  readonly equipment: readonly SensorEquipment[];
}

/** Reads what an upload's folder is validated against. */
export async function readFlightLog(
  db: Db,
  { flight_id, sensor_name }: Pick<Upload, "flight_id" | "sensor_name">,
): Promise<FlightLog> {
  const flight = await db
    .selectFrom("flights")
    .select(["wheels_up", "wheels_down"])
    .where("flight_id", "=", flight_id)
    .executeTakeFirstOrThrow();
  const logs = await db
    .selectFrom("flight_sensors as log")
    .leftJoin("projects as project", "project.project_id", "log.project_id")
    .select(["log.sensor", "log.secondary_sensor", "log.type", "log.project_id"])
    .select("project.processing_template")
    .where("log.flight_id", "=", flight_id)
    .orderBy("log.position")
    .execute();
  const equipment = await db
    .selectFrom("sensor_equipment")
    .select(["name as Name", "type as Type"])
    .select(["laser_serial_no as LaserSerialNo", "pos_serial_no as POSSerialNo"])
    .execute();
  const logged = {
    WheelsUp: flight.wheels_up?.toISOString() ?? null,
    WheelsDown: flight.wheels_down?.toISOString() ?? null,
    Sensors: logs.map((log) => ({
      Sensor: log.sensor,
      SecondarySensor: log.secondary_sensor,
      Type: log.type,
      ProjectID: log.project_id,
      Project: { ProcessingTemplate: log.processing_template },
    })),
  };
  return { facts: flightFacts(logged, sensor_name), equipment };
}

const FILES_NAMED = 3;

const some = (files: readonly string[]): string =>
  files.slice(0, FILES_NAMED).join(", ") + (files.length > FILES_NAMED ? "..." : "");

type Findings = FolderValidation["findings"];

/** A line for each of some findings, with the first names and their reasons. */
const linesOf = (findings: Findings): string[] =>
  findings.map(({ message, files, reasons }) => {
    const named = files.map((file, at) =>
      reasons?.[at] === undefined ? file : `${file} (${reasons[at]})`,
    );
    return named.length === 0 ? message : `${message}: ${some(named)}`;
  });

/** A line for each finding that blocks an upload. */
const blocking = ({ findings }: { readonly findings: Findings }): string[] =>
  linesOf(findings.filter(({ level }) => level === "blocked"));

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new RebuildFault(reasons.join("\n"));
}

/** Validates names, sizes and minimums by the manifest; throws {@link RebuildFault}. */
export function validateRebuiltNames(
  upload: Upload,
  manifest: Manifest,
  { facts }: FlightLog,
  companions: readonly string[],
): FolderValidation {
  const result = validateFolder({
    flightId: upload.flight_id,
    sensorName: upload.sensor_name,
    uploadType: upload.type,
    files: manifest.files.map(({ fullPath, originalSize }) => ({
      path: fullPath,
      size: originalSize,
    })),
    simultaneous: facts.simultaneous,
    isUpdate: upload.is_update,
    companions,
  });
  const reasons = blocking(result);
  const accepted = new Map(result.accepted.map(({ path, destination }) => [path, destination]));
  const strays = manifest.files.filter(
    ({ fullPath, destination }) => accepted.get(fullPath) !== destination,
  );
  if (strays.length > 0)
    reasons.push(`Not accepted here: ${some(strays.map(({ fullPath }) => fullPath))}`);
  refuse(reasons);
  return result;
}

/** Files read at once: a reader holds up to 8 MB of one. */
const READ_AT_ONCE = 8;

/**
 * Validates what the verified files contain, by the rules that the browser applies, before anything
 * is published; throws {@link RebuildFault}. Warnings were the sender's to confirm: of files that look
 * damaged a line each is returned, for the history.
 */
export async function validateRebuiltContents(
  context: RebuildContext,
  names: FolderValidation,
  { facts, equipment }: FlightLog,
  now: Date,
): Promise<readonly string[]> {
  const kinds = new Map(names.accepted.map(({ path, kind }) => [path, kind]));
  // In the order of the store's objects: a bundle is decoded once.
  const files = [...landedSources(context).values()].flatMap((source) => {
    const kind = kinds.get(source.path);
    return kind === undefined ? [] : [{ source, kind }];
  });
  const result = await validateContents(
    {
      ...facts,
      equipment,
      sensorName: context.upload.sensor_name,
      baseFolder: names.baseFolder ?? "",
      now: now.getTime(),
      files,
    },
    { signal: context.signal, concurrency: READ_AT_ONCE },
  );
  refuse(blocking(result));
  return linesOf(result.findings.filter(({ rule }) => DAMAGE_RULES.has(rule)));
}
