import { sql, type Kysely } from "kysely";

const DISPATCH = ["Not Applicable", "Courier to Office", "Upload", "Hand Deliver", "TBA"];
/** Fields of few values, each of which a great part of the flights may have. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  AircraftType: ["FixedWing", "Rotary"],
  SensorType: ["LiDAR", "MediumFormatImagery", "LiDARandImagery", "LargeFormatImagery"],
  FlightType: [
    "Test Flight - Calibration Flight.",
    "Test Flight - Sensor Testing",
    "Test Flight - Aircraft Testing",
    "Test Flight - Pilot Training",
    "Successful Capture",
  ],
  DataDispatchMethodLiDAR: DISPATCH,
  DataDispatchMethodImagery: DISPATCH,
  UploadStatus: [
    "READY_FOR_UPLOAD",
    "VALIDATING_SOURCE",
    "VALIDATING_SOURCE_FAILED",
    "UPLOAD_QUEUED",
    "UPLOADING",
    "UPLOAD_FAILED",
    "UPLOAD_CANCELLED",
    "UPDATE_CANCELLED",
    "UPLOAD_PAUSED",
    "UPLOAD_STALLED",
    "UPLOAD_COMPLETE",
    "VALIDATING_UPLOAD",
    "VALIDATING_UPLOAD_FAILED",
    "DATA_READY",
    "LEGACY_SYSTEM",
    "ARCHIVED",
  ],
};

/** As 0002 made them, but for the kinds in the index by date. */
async function indexFlights(db: Kysely<unknown>): Promise<void> {
  for (const definition of [
    sql`flights_by_date ON flights (latest_date, flight_id) INCLUDE (kinds)`,
    sql`flights_by_aircraft ON flights (aircraft, flight_id)`,
    sql`flights_by_span ON flights USING gist (date_span)`,
    sql`flights_by_facet ON flights USING gin (facets) WITH (fastupdate = off)`,
  ])
    await sql`CREATE INDEX ${definition}`.execute(db);
}

/**
 * A bit for each facet that many flights may have, kept beside the flight and in the index by date:
 * broad filters are counted and walked in the index alone, a tenth of the table. Facets without a
 * bit are found by the index of facets as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE facet_bits (facet text PRIMARY KEY, bit int2 NOT NULL UNIQUE
    CHECK (bit BETWEEN 0 AND 62))`.execute(db);
  const facets = Object.entries(KINDS).flatMap(([field, values]) =>
    values.map((value) => `${field}=${value}`),
  );
  await sql`INSERT INTO facet_bits SELECT facet, place - 1
    FROM unnest(${facets}::text[]) WITH ORDINALITY AS listed (facet, place)`.execute(db);
  await sql`CREATE FUNCTION kinds_of(facets text[]) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(bit_or(1::bigint << bit), 0) FROM facet_bits WHERE facet = ANY (facets)
  $$`.execute(db);
  await sql`ALTER TABLE flights ADD kinds bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db);
  // Every row is written anew: indexes are made once, afterwards.
  await sql`DROP INDEX flights_by_date, flights_by_facet, flights_by_span, flights_by_aircraft`.execute(
    db,
  );
  await sql`UPDATE flights SET kinds = kinds_of(facets)`.execute(db);
  await sql`CREATE FUNCTION set_flight_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.kinds := kinds_of(NEW.facets);
      RETURN NEW;
    END $$`.execute(db);
  await sql`CREATE TRIGGER flights_set_kinds BEFORE INSERT OR UPDATE OF facets ON flights
    FOR EACH ROW EXECUTE FUNCTION set_flight_kinds()`.execute(db);
  await indexFlights(db);
}
