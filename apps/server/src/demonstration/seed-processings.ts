import { randomBytes } from "node:crypto";
import { hexId } from "@swath/contract/ids";
import { LAST_FORMER_VERSION } from "@swath/contract/processing";
import { utcToGps, WEEK_SECONDS } from "@swath/survey/gps-time";
import { sql } from "kysely";
import { jobsOfFlights } from "../domain/processing/create-processings.ts";
import type { KnownTemplates } from "../domain/processing/known-templates.ts";
import type { Processing } from "../domain/processing/processing.tables.ts";
import { forEachConcurrently } from "../platform/concurrency/for-each.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Trx } from "../platform/postgres/schema.ts";
import { turn } from "./demonstration-catalogue.ts";
import { ON_TIME } from "./invented-records.ts";
import {
  EO_PAST,
  FORMER_PAST,
  MEMORY_PAST,
  ON_TIME_PAST,
  PASTS,
  type ProcessingHistory,
} from "./processing-history.ts";
import type { AttemptPlace } from "./seed-attempts.ts";
import { seedPast } from "./seed-jobs.ts";
import { type SampleOutput, writeOutput } from "./seed-outputs.ts";

const WRITES_AT_ONCE = 8;
/** The newest flights stay as their uploads leave them: they can be processed for real. */
const UNTOUCHED_FLIGHTS = 8;
/** One processing in three of those with a past has its outputs in the store. */
const STORED_EVERY = 3;
/** One of two Terrain Mapper processings has more steps than its template: more than fit in sight. */
const [LONG_EVERY, MORE_STEPS] = [2, 8];
/** Jobs that fail with one message, which the inbox groups: the number of logs, and for each. */
const [FAILED_LOGS, FAILED_OF_A_LOG] = [5, 8];
const SPAN_SECONDS = 300;

export interface SeedDeps extends AttemptPlace {
  readonly store: ObjectStore;
  readonly templates: KnownTemplates;
}

/** Steps of a former edition of the template, whose stages are not installed. */
async function seedMoreSteps(trx: Trx, { id }: Processing): Promise<void> {
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), ${id}, 'stage', 'DEMO' || step,
      'Demonstration step ' || step, there.last + step, 'NOT_COMMENCED'
    FROM generate_series(1, ${MORE_STEPS}::int) AS step, (SELECT max(position) AS last
      FROM processing_jobs WHERE processing_id = ${id}) AS there`.execute(trx);
}

/** Some minutes of a flight, others for each number. */
function spanOf({ flight_id: flightId, survey_date: flown }: Processing, counter: number) {
  const second = Math.floor(utcToGps(flown.getTime(), 0).seconds);
  const gpsStartTime = (second + counter * SPAN_SECONDS) % (WEEK_SECONDS - SPAN_SECONDS);
  const gpsFiles = [0, 1].map((n) => `${flightId}_01.${String(counter + n).padStart(3, "0")}`);
  return { gpsFiles, gpsStartTime, gpsEndTime: gpsStartTime + SPAN_SECONDS };
}

/** Seeds a custom processing beside a log's own: exterior orientation alone, or some minutes. */
async function seedCustom(
  trx: Trx,
  deps: SeedDeps,
  own: Processing,
  { counter, eoOnly, past }: { counter: number; eoOnly: boolean; past: ProcessingHistory },
): Promise<void> {
  const { statuses: _, waits_on: __, ...columns } = own;
  const custom = {
    id: hexId(randomBytes(12)),
    guid: `${own.guid.slice(0, -4)}c${String(counter).padStart(3, "0")}`,
    custom_counter: counter,
  };
  await trx
    .insertInto("processings")
    .values({
      ...columns,
      ...custom,
      custom: JSON.stringify({ ...(eoOnly ? {} : spanOf(own, counter)), eoOnly }),
      eo_only: eoOnly,
      waits_on: null,
      waits_for: null,
      to_start: false,
    })
    .execute();
  await jobsOfFlights(trx, [own.flight_id], deps.templates);
  await seedPast(trx, deps, { ...own, ...custom }, past);
}

/** One custom processing of exterior orientation, and many that failed alike in the oldest logs of points. */
async function seedCustoms(trx: Trx, deps: SeedDeps, known: readonly Processing[]): Promise<void> {
  const newer = known.filter((each) => each.document_major_version > LAST_FORMER_VERSION);
  const eo = newer.find(({ template }) => template === "LiDAR");
  if (eo !== undefined)
    await seedCustom(trx, deps, eo, { counter: 1, eoOnly: true, past: EO_PAST });
  // What is ready may be archived afterwards, and needs no answer then.
  const ready = await trx
    .selectFrom("uploads")
    .select("flight_id")
    .where("status", "=", "DATA_READY")
    .execute();
  const kept = new Set(ready.map(({ flight_id }) => flight_id));
  const clouds = newer.filter(
    (each) => jobAreas(deps, each).has("lms") && !kept.has(each.flight_id),
  );
  for (const own of clouds.slice(-FAILED_LOGS))
    for (let counter = 2; counter < 2 + FAILED_OF_A_LOG; counter += 1)
      await seedCustom(trx, deps, own, { counter, eoOnly: false, past: MEMORY_PAST });
}

const jobAreas = ({ templates }: SeedDeps, { template }: Processing) =>
  new Set(templates.get(template ?? "")?.jobs.map(({ area }) => area));

/** Those without LMS begin at the other end, so that few of either kind show all. */
const REVERSED = PASTS.toReversed();

/** The past of a processing that takes no turn. */
function fixedPast({
  document_major_version: version,
  project_id: project,
}: Processing): ProcessingHistory | undefined {
  if (project === ON_TIME.projectId) return ON_TIME_PAST;
  return version <= LAST_FORMER_VERSION ? FORMER_PAST : undefined;
}

/**
 * Gives the demonstration's older processings their pasts: every status, document generation and
 * condition of a row comes up, and reasons and messages say that they are the demonstration's.
 */
export async function seedProcessings(trx: Trx, deps: SeedDeps): Promise<void> {
  const { templates } = deps;
  const found = await trx
    .selectFrom("processings")
    .selectAll()
    .orderBy("survey_date", "desc")
    .orderBy("sensor_id")
    .execute();
  const flights = [...new Set(found.map(({ flight_id }) => flight_id))];
  await jobsOfFlights(trx, flights, templates);
  const touched = new Set(flights.slice(UNTOUCHED_FLIGHTS));
  const known = found.filter(
    ({ flight_id, template }) => touched.has(flight_id) && templates.has(template ?? ""),
  );
  const outputs: SampleOutput[] = [];
  const counted = new Map<string, number>();
  for (const processing of known) {
    const fixed = fixedPast(processing);
    // By kind of jobs, so that each status of each of them comes up.
    const areas = jobAreas(deps, processing);
    const kind = [...areas].join();
    const index = fixed === undefined ? (counted.get(kind) ?? 0) : 0;
    if (fixed === undefined) counted.set(kind, index + 1);
    if (processing.area === "iptm" && index % LONG_EVERY === 0)
      await seedMoreSteps(trx, processing);
    const past = fixed ?? turn(areas.has("lms") ? PASTS : REVERSED, index);
    const written = await seedPast(trx, deps, processing, past);
    if (past.attempts === true || index % STORED_EVERY === 0) outputs.push(...written);
  }
  await seedCustoms(trx, deps, known);
  await forEachConcurrently(outputs, WRITES_AT_ONCE, (each) => writeOutput(deps, each));
}
