import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import { type CustomProcessing, eoTemplate } from "@swath/contract/processing";
import { jobsOfFlights } from "../../../domain/processing/create-processings.ts";
import { orderJob } from "../../../domain/processing/order-job.ts";
import { lockProcessing } from "../../../domain/processing/processing-record.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";

interface Log {
  readonly area: "ip" | "iptm";
  readonly sensor: string | null;
  readonly project_id: string | null;
  readonly aoi_no: number | null;
  readonly calibration_id: string | null;
  readonly document_major_version: number;
  readonly counter: number;
}

/** The sensor log's own processing, locked: of several who submit at once, each gets its number. */
async function lockLog(trx: Trx, flightId: string, body: CustomProcessing): Promise<Log> {
  const { rows } = await sql<Log>`SELECT area, sensor, project_id, aoi_no, calibration_id,
      document_major_version, (SELECT max(custom_counter) FROM processings c
        WHERE c.flight_id = p.flight_id AND c.sensor_id = p.sensor_id) AS counter
    FROM processings p WHERE flight_id = ${flightId} AND sensor_id = ${body.sensorId}
      AND custom_counter = 0 ORDER BY project_id LIMIT 1 FOR UPDATE`.execute(trx);
  const [log] = rows;
  if (log !== undefined) return log;
  throw new AppError("FLIGHT_NOT_FOUND", `flight ${flightId} has no sensor log ${body.sensorId}`);
}

const isEOOnly = ({ EOOnly, gps }: CustomProcessing): boolean =>
  EOOnly === true || gps?.EOOnly === true;

/** What the programs read of the choice (contract: `processingFileSchema`). */
function chosenFiles(body: CustomProcessing): Record<string, unknown> {
  const { gps, lms } = body;
  return {
    ...(gps === undefined ? {} : { gpsFiles: gps.gpsFiles }),
    ...(gps?.gpsStartTime === undefined ? {} : { gpsStartTime: gps.gpsStartTime }),
    ...(gps?.gpsEndTime === undefined ? {} : { gpsEndTime: gps.gpsEndTime }),
    ...(lms === undefined ? {} : { rangeFiles: lms }),
    eoOnly: isEOOnly(body),
  };
}

async function create(
  trx: Trx,
  flightId: string,
  body: CustomProcessing,
  log: Log,
  template: string,
) {
  const id = hexId(randomBytes(12));
  const { counter, ...kept } = log;
  await trx
    .insertInto("processings")
    .values({
      id,
      guid: randomUUID(),
      flight_id: flightId,
      sensor_id: body.sensorId,
      template,
      ...kept,
      custom: JSON.stringify(chosenFiles(body)),
      custom_counter: counter + 1,
      eo_only: isEOOnly(body),
      archive_path: null,
      waits_for: null,
      waits_on: null,
      to_start: false,
    })
    .execute();
  return id;
}

/**
 * Makes a processing of chosen files beside the sensor log's own, which is never overwritten, and
 * orders its first job; answers its identifier (decision 9).
 */
export async function submitCustom(
  { db, templates }: Pick<ProcessingDeps, "db" | "templates">,
  flightId: string,
  body: CustomProcessing,
  { identity, from }: Omit<Caller, "updated">,
): Promise<string> {
  const template = isEOOnly(body) ? eoTemplate(body.processingTemplate) : body.processingTemplate;
  if (!templates.has(template))
    throw new AppError("INVALID_REQUEST", `there is no processing template ${template}`, {
      field: "processingTemplate",
      allowed: [...templates.keys()],
    });
  return db.transaction().execute(async (trx) => {
    const log = await lockLog(trx, flightId, body);
    if (log.sensor !== body.sensorName)
      throw new AppError("INVALID_REQUEST", `the log's sensor is ${log.sensor}`, {
        field: "sensorName",
      });
    const id = await create(trx, flightId, body, log, template);
    await jobsOfFlights(trx, [flightId], templates);
    const { jobs } = await lockProcessing(trx, id);
    const first = jobs.find(({ status }) => status === "NOT_COMMENCED");
    if (first !== undefined) await orderJob(trx, first, {}, { actor: identity, from, flightId });
    await recordEvent(trx, {
      action: "processing.created",
      actor: identity,
      from,
      flightId,
      detail: { processing: id, sensorId: body.sensorId, template, custom: chosenFiles(body) },
    });
    return id;
  });
}
