import { AppError } from "@swath/contract/errors";
import type { Catalogue } from "@swath/contract/flights";
import { sql } from "kysely";
import { readFile } from "node:fs/promises";
import { importCalibrations } from "../domain/calibrations/import-calibrations.ts";
import { importInstructions, takenSites } from "../domain/instructions/import-instructions.ts";
import { createProcessings } from "../domain/processing/create-processings.ts";
import { createUploads } from "../domain/uploads/create-uploads.ts";
import { type AuditEvent, recordEvent } from "../platform/audit/record-event.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { type CatalogueFault, parseCatalogue, referenceFaults } from "./catalogue-faults.ts";
import {
  removeSensors,
  writeAircraft,
  writeEquipment,
  writeFlights,
  writeProjects,
  writeSensors,
} from "./catalogue-rows.ts";
import { type CatalogueFlight, uploadsOfFlight } from "./sensor-families.ts";

export type FileImport =
  | { readonly ok: true; readonly counts: ImportCounts }
  /** One line for each bad row; nothing was imported. */
  | { readonly ok: false; readonly lines: readonly string[] };

const linesOf = (faults: readonly CatalogueFault[]): string[] =>
  faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));

/** Imports a catalogue file (JSON as `catalogueSchema`), all of it or nothing. */
export async function importCatalogueFile(db: Db, path: string): Promise<FileImport> {
  let text: string;
  let value: unknown;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return { ok: false, lines: [`cannot read ${path}: ${(error as Error).message}`] };
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, lines: [`${path} is not JSON: ${(error as Error).message}`] };
  }
  const parsed = parseCatalogue(value);
  if (!parsed.ok) return { ok: false, lines: linesOf(parsed.faults) };
  try {
    return { ok: true, counts: await importCatalogue(db, parsed.catalogue) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = (error.details["faults"] ?? []) as CatalogueFault[];
    return { ok: false, lines: linesOf(faults) };
  }
}

/** How many rows were written; uploads: how many are new. */
export interface ImportCounts {
  flights: number;
  uploads: number;
  aircraft: number;
  equipment: number;
}

const BATCH = 1_000;
/** Any number that no other program of this database locks. */
const IMPORT_LOCK = 7_283_002;
const MAX_FAULTS = 100;

/**
 * Creates or updates everything of a catalogue by its natural identifiers, in one transaction.
 * Throws INVALID_REQUEST with `details.faults` where rows refer to nothing or are listed twice.
 */
export async function importCatalogue(
  db: Db,
  catalogue: Catalogue,
  importer: Pick<AuditEvent, "actor" | "from"> = { actor: "swath" },
): Promise<ImportCounts> {
  return db.transaction().execute(async (trx) => {
    const counts = await writeCatalogue(trx, catalogue);
    await recordEvent(trx, { ...importer, action: "catalogue.imported", detail: { ...counts } });
    return counts;
  });
}

/** One import at a time, until its transaction ends. */
export async function lockCatalogue(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
}

/** The same, within a transaction of the caller, unrecorded. */
export async function writeCatalogue(trx: Trx, catalogue: Catalogue): Promise<ImportCounts> {
  await lockCatalogue(trx);
  refuseFaults(await findFaults(trx, catalogue));
  await writeAircraft(trx, catalogue.aircraft);
  await writeEquipment(trx, catalogue.sensorEquipment);
  await writeProjects(trx, catalogue.projects);
  await importCalibrations(trx, catalogue.calibrations ?? [], catalogue.imageryCalibrations ?? []);
  await writeInstructions(trx, catalogue.instructions ?? []);
  let uploads = 0;
  const flights = catalogue.flights.toSorted((a, b) => (a.FlightID < b.FlightID ? -1 : 1));
  for (let start = 0; start < flights.length; start += BATCH)
    uploads += await writeBatch(trx, flights.slice(start, start + BATCH));
  await refreshReferrers(trx, catalogue);
  return {
    flights: catalogue.flights.length,
    uploads,
    aircraft: catalogue.aircraft.length,
    equipment: catalogue.sensorEquipment.length,
  };
}

/** Throws INVALID_REQUEST where a site is already another instruction's. */
async function writeInstructions(
  trx: Trx,
  instructions: NonNullable<Catalogue["instructions"]>,
): Promise<void> {
  const taken = await takenSites(trx, instructions);
  refuseFaults(
    taken.map(({ index, ProcInstID }) => ({
      path: `instructions[${index}].siteName`,
      message: `is the site of ${ProcInstID} already`,
    })),
  );
  await importInstructions(trx, instructions);
}

async function writeBatch(trx: Trx, flights: CatalogueFlight[]): Promise<number> {
  const ids = flights.map(({ FlightID }) => FlightID);
  await removeSensors(trx, ids);
  await writeFlights(trx, flights);
  await writeSensors(trx, flights);
  const uploads = await createUploads(trx, ids, flights.flatMap(uploadsOfFlight));
  await createProcessings(trx, ids);
  await sql`SELECT refresh_flight_facets(${ids}::text[])`.execute(trx);
  return uploads;
}

/** Other flights of the catalogue's projects and aircraft are filtered by what may have changed. */
async function refreshReferrers(trx: Trx, catalogue: Catalogue): Promise<void> {
  const projects = catalogue.projects.map(({ ProjectID }) => ProjectID);
  const aircraft = catalogue.aircraft.map(({ Name }) => Name);
  const own = catalogue.flights.map(({ FlightID }) => FlightID);
  await sql`SELECT refresh_flight_facets(array_agg(DISTINCT flight_id)) FROM (
      SELECT flight_id FROM flight_sensors WHERE project_id = ANY (${projects}::text[])
      UNION ALL
      SELECT flight_id FROM flights WHERE aircraft = ANY (${aircraft}::text[])
    ) AS referrers WHERE flight_id <> ALL (${own}::text[])`.execute(trx);
}

async function findFaults(trx: Trx, catalogue: Catalogue): Promise<CatalogueFault[]> {
  const aircraft = await trx.selectFrom("aircraft").select("name").execute();
  const projects = await trx.selectFrom("projects").select("project_id").execute();
  return referenceFaults(catalogue, {
    aircraft: new Set(aircraft.map(({ name }) => name)),
    projects: new Set(projects.map(({ project_id }) => project_id)),
  });
}

function refuseFaults(faults: readonly CatalogueFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new AppError("INVALID_REQUEST", `${first.path} ${first.message}`, {
    count: faults.length,
    faults: faults.slice(0, MAX_FAULTS),
  });
}
