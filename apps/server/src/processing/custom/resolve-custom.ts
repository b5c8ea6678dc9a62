import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import {
  type CustomProcessing,
  eoTemplate,
  GPS_FILE,
  isEOOnly,
  LAST_FORMER_VERSION,
  type ProcessingFile,
  RANGE_FILE,
  templateFault,
} from "@swath/contract/processing";
import type { KnownTemplate } from "../../domain/processing/known-templates.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { placesOf, sealedFolders } from "../../domain/uploads/sealed-manifest.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { readLog, sensorsOfLog } from "./sensor-logs.ts";

interface Deps {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** Names of the files that the ready uploads of some sensors of a flight brought. */
export interface RecordedFiles {
  /** Those that fit a pattern, sorted, each once. */
  readonly matching: (pattern: RegExp) => string[];
}

/** Reads the names of the files in the ready uploads of some sensors of a flight. */
export async function recordedFiles(
  deps: Deps,
  flightId: string,
  sensors: readonly string[],
): Promise<RecordedFiles> {
  const uploads = await deps.db
    .selectFrom("uploads")
    .select(["id", "locations"])
    .where("flight_id", "=", flightId)
    .where("status", "=", "DATA_READY")
    .where("sensor_name", "in", sensors.length === 0 ? [""] : sensors)
    .execute();
  const ids = new Set(uploads.map(({ id }) => id));
  const names = new Set<string>();
  for (const place of placesOf(uploads.flatMap(({ locations }) => locations)))
    for await (const { manifest } of sealedFolders(deps.store, place, flightId))
      // Uploads of one type stand side by side, those of other sensors too.
      if (ids.has(manifest.uploadId))
        for (const { fileName } of manifest.files) names.add(fileName);
  return { matching: (pattern) => [...names].filter((name) => pattern.test(name)).toSorted() };
}

export interface CustomDeps extends Pick<ProcessingDeps, "db" | "templates"> {
  readonly store: ObjectStore;
}

/** A custom processing as it would be made. */
export interface ResolvedCustom {
  /** The sensor log's own processing, beside which it stands. */
  readonly log: Processing;
  readonly template: KnownTemplate;
  readonly eoOnly: boolean;
  /** The choice as programs read it. */
  readonly chosen: NonNullable<ProcessingFile["custom"]>;
}

const invalid = (message: string, field: string): AppError =>
  new AppError("INVALID_REQUEST", message, { field });

function templateOf({ templates }: CustomDeps, body: CustomProcessing): KnownTemplate {
  const eoOnly = isEOOnly(body);
  const name = eoOnly ? eoTemplate(body.processingTemplate) : body.processingTemplate;
  const template = templates.get(name);
  if (template === undefined)
    throw new AppError("INVALID_REQUEST", `there is no processing template ${name}`, {
      field: "processingTemplate",
      allowed: [...templates.keys()],
    });
  const areas = template.jobs.map(({ area }) => area);
  const { gps, lms } = body;
  const parts = { gps: gps !== undefined, lms: lms !== undefined, eoOnly };
  const fault = templateFault({ name, areas }, parts);
  if (fault !== undefined) throw invalid(fault, "processingTemplate");
  return template;
}

function chosenOf(body: CustomProcessing): ResolvedCustom["chosen"] {
  const { gps, lms } = body;
  return {
    ...(gps === undefined ? {} : { gpsFiles: gps.gpsFiles }),
    ...(gps?.gpsStartTime === undefined ? {} : { gpsStartTime: gps.gpsStartTime }),
    ...(gps?.gpsEndTime === undefined ? {} : { gpsEndTime: gps.gpsEndTime }),
    ...(lms === undefined ? {} : { rangeFiles: lms }),
    eoOnly: isEOOnly(body),
  };
}

const SHOWN = 3;

/** Throws INVALID_REQUEST for files that the log did not record (contract/C7). */
function checkFiles(chosen: readonly string[], recorded: readonly string[], field: string): void {
  const known = new Set(recorded);
  const unknown = chosen.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, SHOWN).join(", ");
  const more = unknown.length > SHOWN ? " …" : "";
  throw invalid(`not recorded by this sensor log: ${names}${more}`, field);
}

/**
 * What a custom processing would be, by every rule of it (contract/C1 to C7). Throws FLIGHT_NOT_FOUND,
 * and INVALID_REQUEST with the field that is at fault.
 */
export async function resolveCustom(
  deps: CustomDeps,
  flightId: string,
  body: CustomProcessing,
  roles: readonly Role[],
): Promise<ResolvedCustom> {
  const { sensorId, projectId, gps, lms } = body;
  const log = await readLog(deps.db, { flightId, sensorId, projectId }, roles);
  const sensors = await sensorsOfLog(deps.db, log);
  if (!sensors.includes(body.sensorName))
    throw invalid(`the log's sensor is ${log.sensor}`, "sensorName");
  if (log.document_major_version <= LAST_FORMER_VERSION)
    throw invalid(
      `Documents up to version ${LAST_FORMER_VERSION} are processed by the former service`,
      "sensorId",
    );
  const template = templateOf(deps, body);
  if (template.area !== log.area)
    throw invalid(`${template.name} is not a template of this dashboard`, "processingTemplate");
  if (gps !== undefined || lms !== undefined) {
    const recorded = await recordedFiles(deps, flightId, sensors);
    checkFiles(gps?.gpsFiles ?? [], recorded.matching(GPS_FILE), "gps.gpsFiles");
    checkFiles(lms ?? [], recorded.matching(RANGE_FILE), "lms");
  }
  return { log, template, eoOnly: isEOOnly(body), chosen: chosenOf(body) };
}
