import { randomBytes } from "node:crypto";
import { hexId } from "@swath/contract/ids";
import { LAST_FORMER_VERSION } from "@swath/contract/processing";
import { jobsOfFlights } from "../../domain/processing/create-processings.ts";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { seedPast } from "./seed-history.ts";
import { EO_PAST, MEMORY_PAST, type ProcessingHistory } from "./processing-history.ts";
import type { AttemptPlace } from "./sample-attempts.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** Failures of one message that the inbox groups: so many logs, and of each so many. */
const FAILED_LOGS = 5;
const FAILED_OF_A_LOG = 8;

/** What the planting knows of the server's configuration. */
export type Known = AttemptPlace & { readonly templates: KnownTemplates };

interface Custom {
  readonly counter: number;
  readonly template?: string;
  readonly eoOnly: boolean;
  readonly past: ProcessingHistory;
}

const GPS_EPOCH = Date.UTC(1980, 0, 6);
const WEEK_SECONDS = 604_800;
const SPAN_SECONDS = 300;

/** Some minutes of a flight, others for each number. */
function spanOf({ flight_id: flightId, survey_date: flown }: Processing, counter: number) {
  const second = Math.floor((flown.getTime() - GPS_EPOCH) / 1_000) % WEEK_SECONDS;
  const gpsStartTime = (second + counter * SPAN_SECONDS) % (WEEK_SECONDS - SPAN_SECONDS);
  const gpsFiles = [0, 1].map((n) => `${flightId}_01.${String(counter + n).padStart(3, "0")}`);
  return { gpsFiles, gpsStartTime, gpsEndTime: gpsStartTime + SPAN_SECONDS };
}

/** A custom processing beside a log's own. */
async function seedCustom(
  trx: Trx,
  own: Processing,
  { counter, template, eoOnly, past }: Custom,
  { templates, ...place }: Known,
): Promise<void> {
  const { statuses: _, waits_on: __, ...kept } = own;
  const id = hexId(randomBytes(12));
  const guid = `${own.guid.slice(0, -4)}c${String(counter).padStart(3, "0")}`;
  const custom = { id, guid, custom_counter: counter };
  await trx
    .insertInto("processings")
    .values({
      ...kept,
      ...custom,
      template: template ?? own.template,
      custom: JSON.stringify({ ...(eoOnly ? {} : spanOf(own, counter)), eoOnly }),
      eo_only: eoOnly,
      waits_on: null,
      waits_for: null,
      to_start: false,
    })
    .execute();
  await jobsOfFlights(trx, [own.flight_id], templates);
  await seedPast(trx, place, { ...own, ...custom }, past);
}

const hasLMS = (templates: KnownTemplates, { template }: Processing): boolean =>
  templates.get(template ?? "")?.jobs.some(({ area }) => area === "lms") === true;

/** Exterior orientation alone; and, of the oldest logs of point clouds, many that failed alike. */
export async function seedCustoms(
  trx: Trx,
  known: readonly Processing[],
  { templates, ...place }: Known,
): Promise<void> {
  const seed = (own: Processing, custom: Custom) =>
    seedCustom(trx, own, custom, { templates, ...place });
  const newer = known.filter((each) => each.document_major_version > LAST_FORMER_VERSION);
  const eo = newer.find(({ template }) => template === "LiDAR");
  if (eo !== undefined)
    await seed(eo, { counter: 1, template: "LiDAR", eoOnly: true, past: EO_PAST });
  // What is ready may be archived afterwards, and needs no answer then.
  const ready = await trx
    .selectFrom("uploads")
    .select("flight_id")
    .where("status", "=", "DATA_READY")
    .execute();
  const kept = new Set(ready.map(({ flight_id }) => flight_id));
  const clouds = newer.filter((each) => hasLMS(templates, each) && !kept.has(each.flight_id));
  for (const own of clouds.slice(-FAILED_LOGS))
    for (let counter = 2; counter < 2 + FAILED_OF_A_LOG; counter += 1)
      await seed(own, { counter, eoOnly: false, past: MEMORY_PAST });
}
