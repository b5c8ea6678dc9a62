import { sql } from "kysely";
import { LAST_FORMER_VERSION } from "@swath/contract/processing";
import { jobsOfFlights } from "../../domain/processing/create-processings.ts";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type Known, seedCustoms } from "./seed-customs.ts";
import { seedPast } from "./seed-history.ts";
import { FORMER_PAST, PASTS } from "./processing-history.ts";
import { drawnFiles } from "./sample-attempts.ts";
import { sampleLines } from "./sample-lines.ts";
import { type OutputPlace, type SampleOutput, writeSampleOutput } from "./sample-outputs.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

const WRITES_AT_ONCE = 8;
/** The newest flights stay as their uploads leave them: they can be processed for real. */
const UNTOUCHED_FLIGHTS = 8;
/** Of those with a past, so many in turn have outputs that stand in the store. */
const STORED_EVERY = 3;

/** Of those of Terrain Mappers, so many in turn have these steps beside their template's. */
const LONG_EVERY = 2;
const MORE_STEPS = 8;

/** Those without LMS begin at the other end, so that few of either kind show all. */
const REVERSED = PASTS.toReversed();
const jobKinds = (templates: KnownTemplates, { template }: Processing): string =>
  [...new Set(templates.get(template ?? "")?.jobs.map(({ area }) => area))].join();

const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;

/** Steps of a former edition of the template, whose stages are not installed: more than fit in sight. */
async function seedMoreSteps(trx: Trx, { id }: Processing): Promise<void> {
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), ${id}, 'stage', 'DEMO' || step,
      'Demonstration step ' || step, there.last + step, 'NOT_COMMENCED'
    FROM generate_series(1, ${MORE_STEPS}::int) AS step, (SELECT max(position) AS last
      FROM processing_jobs WHERE processing_id = ${id}) AS there`.execute(trx);
}

/**
 * Gives the demonstration's older processings their pasts: every status, document generation and
 * condition of a row comes up, labelled as a demonstration where something is said of it.
 */
export async function seedProcessings(
  trx: Trx,
  { templates, ...place }: OutputPlace & Known,
): Promise<void> {
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
    ({ flight_id, template }) =>
      touched.has(flight_id) && template !== null && templates.has(template),
  );
  const outputs: SampleOutput[] = [];
  const counted = new Map<string, number>();
  for (const processing of known) {
    const isFormer = processing.document_major_version <= LAST_FORMER_VERSION;
    // By kind of jobs, so that each status of each of them comes up.
    const kind = jobKinds(templates, processing);
    const index = isFormer ? 0 : (counted.get(kind) ?? 0);
    if (!isFormer) counted.set(kind, index + 1);
    if (processing.area === "iptm" && index % LONG_EVERY === 0)
      await seedMoreSteps(trx, processing);
    const past = isFormer ? FORMER_PAST : turn(kind.includes("lms") ? PASTS : REVERSED, index);
    const written = await seedPast(trx, place, processing, past);
    if (past.attempts === true || index % STORED_EVERY === 0) outputs.push(...written);
  }
  await seedCustoms(trx, known, { templates, ...place });
  await forEachConcurrently(outputs, WRITES_AT_ONCE, async (each) =>
    writeSampleOutput(place, each, [
      ...(await drawnFiles(each.job, each.attempt)),
      ...sampleLines(each.job, each.owner),
    ]),
  );
}
