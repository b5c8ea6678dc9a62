import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import type { CustomProcessing } from "@swath/contract/processing";
import { matchCalibration } from "../../domain/calibrations/calibration-in-force.ts";
import { jobsOfFlights } from "../../domain/processing/create-processings.ts";
import { isImagery, takesCalibration } from "../../domain/processing/known-templates.ts";
import { orderJob } from "../records/order-jobs.ts";
import { lockProcessing } from "../records/processing-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { Caller } from "../processing-deps.ts";
import { readLog } from "./sensor-logs.ts";
import { type CustomDeps, resolveCustom, type ResolvedCustom } from "./resolve-custom.ts";

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/;

/** The identifier that follows from a person's key, so that a repeated call finds its processing. */
function guidOf(key: string | undefined, subject: string): string {
  if (key === undefined) return randomUUID();
  const digest = createHash("sha256").update(`custom\0${subject}\0${key}`).digest("hex");
  return digest.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
}

/** The processing that the same request made before. */
async function madeBefore(
  trx: Trx,
  guid: string,
  { log, template, chosen }: ResolvedCustom,
): Promise<string | undefined> {
  const made = await trx
    .selectFrom("processings")
    .select(["id", "flight_id", "sensor_id", "project_id", "template", "custom"])
    .where("guid", "=", guid)
    .executeTakeFirst();
  if (made === undefined) return undefined;
  const { id, ...is } = made;
  const { flight_id, sensor_id, project_id } = log;
  const wanted = { flight_id, sensor_id, project_id, template: template.name, custom: chosen };
  if (isDeepStrictEqual(is, wanted)) return id;
  throw new AppError("INVALID_REQUEST", "the key is of another request", { field: "requestKey" });
}

async function nextCounter(trx: Trx, log: ResolvedCustom["log"]): Promise<number> {
  const { last } = await trx
    .selectFrom("processings")
    .select(({ fn }) => fn.max("custom_counter").as("last"))
    .where("flight_id", "=", log.flight_id)
    .where("sensor_id", "=", log.sensor_id)
    .executeTakeFirstOrThrow();
  return last + 1;
}

async function create(
  trx: Trx,
  guid: string,
  { log, template, eoOnly, chosen }: ResolvedCustom,
): Promise<string> {
  const id = hexId(randomBytes(12));
  await trx
    .insertInto("processings")
    .values({
      id,
      guid,
      area: log.area,
      flight_id: log.flight_id,
      sensor_id: log.sensor_id,
      sensor: log.sensor,
      project_id: log.project_id,
      aoi_no: log.aoi_no,
      document_major_version: log.document_major_version,
      template: template.name,
      calibration_id: takesCalibration(template) ? log.calibration_id : null,
      custom: JSON.stringify(chosen),
      custom_counter: await nextCounter(trx, log),
      eo_only: eoOnly,
      archive_path: null,
      waits_for: null,
      waits_on: null,
      to_start: false,
    })
    .execute();
  // As a resubmission finds it (calibration/K5).
  if (takesCalibration(template))
    await matchCalibration(trx, id, isImagery(template) ? "imagery" : "lidar");
  return id;
}

/**
 * Makes a processing of chosen files beside the sensor log's own, which is never overwritten, and
 * orders its first job; answers its identifier (decision 9).
 */
export async function submitCustom(
  deps: CustomDeps,
  flightId: string,
  body: CustomProcessing,
  { identity, from }: Omit<Caller, "updated">,
): Promise<string> {
  const { db, templates } = deps;
  const custom = await resolveCustom(deps, flightId, body, identity.roles);
  const { template, chosen, log } = custom;
  const guid = guidOf(body.requestKey, identity.subject);
  return db.transaction().execute(async (trx) => {
    const { sensor_id: sensorId, project_id } = log;
    const named = { flightId, sensorId, ...(project_id === null ? {} : { projectId: project_id }) };
    await readLog(trx, named, identity.roles, true);
    const before = await madeBefore(trx, guid, custom);
    if (before !== undefined) return before;
    const id = await create(trx, guid, custom);
    await jobsOfFlights(trx, [flightId], templates);
    const { jobs } = await lockProcessing(trx, id);
    const first = jobs.find(({ status }) => status === "NOT_COMMENCED");
    if (first !== undefined) await orderJob(trx, first, {}, { actor: identity, from, flightId });
    await recordEvent(trx, {
      action: "processing.created",
      actor: identity,
      from,
      flightId,
      detail: { processing: id, sensorId, template: template.name, custom: chosen },
    });
    return id;
  });
}
