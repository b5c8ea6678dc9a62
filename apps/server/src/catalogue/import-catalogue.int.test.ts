import { sql } from "kysely";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { demonstrationCatalogue } from "../demonstration/demonstration-catalogue.ts";
import { importCatalogueFile, importCatalogue } from "./import-catalogue.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "swath-catalogue-"));
  await importCatalogue(database.db, demonstrationCatalogue());
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function fileOf(text: string): Promise<string> {
  const path = join(folder, "catalogue.json");
  await writeFile(path, text);
  return path;
}

const facetsOf = async (flightId: string): Promise<string[]> => {
  const query = database.db.selectFrom("flights").select("facets");
  return (await query.where("flight_id", "=", flightId).executeTakeFirstOrThrow()).facets;
};

test("a second import updates flights and keeps the state of their uploads", async () => {
  const catalogue = demonstrationCatalogue();
  const [flight] = catalogue.flights;
  await sql`UPDATE uploads SET status = 'UPLOAD_PAUSED', subject = 'someone'
    WHERE flight_id = ${flight!.FlightID} AND type = 'LiDAR'`.execute(database.db);
  const changed = { ...flight!, Aircraft: "VH-HEL" };
  const counts = await importCatalogue(database.db, { ...catalogue, flights: [changed] });
  expect(counts).toMatchObject({ flights: 1, uploads: 0 });
  const facets = await facetsOf(flight!.FlightID);
  expect(facets).toEqual(
    expect.arrayContaining([
      "Aircraft=VH-HEL",
      "AircraftType=Rotary",
      "UploadStatus=UPLOAD_PAUSED",
    ]),
  );
  expect(facets).not.toContain("Aircraft=VH-SWA");
});

test("an import is recorded with its importer and counts, a refused one is not", async () => {
  const catalogue = demonstrationCatalogue();
  const flights = catalogue.flights.slice(0, 2);
  const actor = { subject: "flight-log", name: "Flight Log" };
  const from = { address: "192.0.2.1", requestId: "import-1" };
  await importCatalogue(database.db, { ...catalogue, flights }, { actor, from });
  const stray = { ...flights[0]!, Aircraft: "VH-NOT" };
  const refused = importCatalogue(database.db, { ...catalogue, flights: [stray] }, { actor });
  await expect(refused).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  const events = database.db.selectFrom("audit.events").selectAll();
  expect(await events.where("subject", "=", "flight-log").execute()).toMatchObject([
    { action: "catalogue.imported", detail: { flights: 2 }, request_id: "import-1" },
  ]);
});

test("a changed project is found in flights that the catalogue does not hold", async () => {
  const catalogue = demonstrationCatalogue();
  const flight = catalogue.flights.find(({ Sensors }) => Sensors[0]?.ProjectID === "PRJ10001")!;
  const projects = [{ ...catalogue.projects[0]!, ProjectManager: "Somebody New" }];
  await importCatalogue(database.db, { aircraft: [], sensorEquipment: [], projects, flights: [] });
  expect(await facetsOf(flight.FlightID)).toContain("ProjectManager=Somebody New");
});

test("a project's coordinate system comes with the export; one that does not know of it keeps it", async () => {
  const catalogue = demonstrationCatalogue();
  const { EPSG: _epsg, VerticalDatum: _datum, ...project } = catalogue.projects[0]!;
  const systemAfter = async (more: object) => {
    const projects = [{ ...project, ...more }];
    await importCatalogue(database.db, { ...catalogue, projects, flights: [] });
    return database.db
      .selectFrom("projects")
      .select(["epsg", "vertical_datum"])
      .where("project_id", "=", project.ProjectID)
      .executeTakeFirstOrThrow();
  };
  const known = { epsg: 7_856, vertical_datum: "EPSG:5711" };
  expect(await systemAfter({ EPSG: 7_856, VerticalDatum: "EPSG:5711" })).toEqual(known);
  expect(await systemAfter({})).toEqual(known);
  expect(await systemAfter({ EPSG: 28_356 })).toEqual({ ...known, epsg: 28_356 });
});

test("an EPSG code that is none is refused with its path", async () => {
  const catalogue = demonstrationCatalogue();
  const projects = [{ ...catalogue.projects[0]!, EPSG: -1 }];
  const path = await fileOf(JSON.stringify({ ...catalogue, projects, flights: [] }));
  expect(await importCatalogueFile(database.db, path)).toEqual({
    ok: false,
    lines: ["projects[0].EPSG: Too small: expected number to be >0"],
  });
});

test("a sensor that leaves a flight takes its untouched uploads with it", async () => {
  const catalogue = demonstrationCatalogue();
  const flight = catalogue.flights[2]!;
  const flights = [{ ...flight, Sensors: catalogue.flights[8]!.Sensors }];
  await importCatalogue(database.db, { ...catalogue, flights });
  const rows = await database.db
    .selectFrom("uploads")
    .select("sensor_name")
    .where("flight_id", "=", flight.FlightID)
    .execute();
  expect(new Set(rows.map((row) => row.sensor_name))).toEqual(new Set(["ALTM Orion - 233"]));
});

test("a file is imported whole", async () => {
  const path = await fileOf(JSON.stringify(demonstrationCatalogue()));
  expect(await importCatalogueFile(database.db, path)).toMatchObject({ ok: true });
});

test("bad rows are named with their path, and nothing of the file is imported", async () => {
  const { flights, ...rest } = demonstrationCatalogue();
  const bad = [{ ...flights[0]!, FlightID: "FL1" }, flights[1]!];
  const shape = await importCatalogueFile(
    database.db,
    await fileOf(JSON.stringify({ ...rest, flights: bad })),
  );
  expect(shape).toEqual({ ok: false, lines: ["flights[0].FlightID: must be FL and 6 digits"] });

  const lost = { ...flights[1]!, FlightID: "FL999999", Aircraft: "X-NONE" };
  const twice = [flights[1]!, flights[1]!, lost];
  const path = await fileOf(JSON.stringify({ ...rest, flights: twice }));
  expect(await importCatalogueFile(database.db, path)).toEqual({
    ok: false,
    lines: [
      "flights[1].FlightID: is listed twice: FL000102",
      "flights[2].Aircraft: is not a known aircraft: X-NONE",
    ],
  });
  const query = database.db.selectFrom("flights").where("flight_id", "=", "FL999999");
  expect(await query.selectAll().execute()).toEqual([]);
});

test("what is no JSON, or no file, is told in one line", async () => {
  const broken = await importCatalogueFile(database.db, await fileOf("{"));
  expect(broken).toMatchObject({ ok: false, lines: [expect.stringMatching(/is not JSON/)] });
  const absent = await importCatalogueFile(database.db, join(folder, "absent.json"));
  expect(absent).toMatchObject({ ok: false, lines: [expect.stringMatching(/^cannot read/)] });
});

test("an export that does not know of an archive keeps the path of what was archived here", async () => {
  const catalogue = demonstrationCatalogue();
  const flight = { ...catalogue.flights[1]!, archiveS3PathLiDAR: null };
  const path = { bucket: "swath-archive", prefix: `${flight.FlightID}/LiDAR/` };
  await database.db
    .insertInto("archives")
    .values({ flight_id: flight.FlightID, kind: "LiDAR", ...path, objects: 1, bytes: 1, seal: "" })
    .execute();
  const elsewhere = { ...flight, archiveS3PathImagery: "s3://elsewhere/imagery/" };
  await importCatalogue(database.db, { ...catalogue, flights: [elsewhere] });
  const row = await database.db
    .selectFrom("flights")
    .select(["archive_s3_path_lidar as lidar", "archive_s3_path_imagery as imagery"])
    .where("flight_id", "=", flight.FlightID)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    lidar: `s3://swath-archive/${flight.FlightID}/LiDAR/`,
    imagery: "s3://elsewhere/imagery/",
  });
});

test("each sensor log has a processing for each of its projects, which follows the export until it begins", async () => {
  const { db } = database;
  const catalogue = demonstrationCatalogue();
  const first = catalogue.flights.find(({ Sensors }) => Sensors.length === 1);
  const log = first!.Sensors[0]!;
  const of = async () => {
    const rows = await db
      .selectFrom("processings")
      .select(["project_id", "aoi_no", "template"])
      .where("flight_id", "=", first!.FlightID)
      .orderBy("project_id")
      .execute();
    return rows.map(({ project_id, aoi_no, template }) => [project_id, aoi_no, template]);
  };
  const logOf = (ProjectID: string) => ({ ...log, ProjectID });
  const bring = (...projects: string[]) =>
    importCatalogue(db, {
      ...catalogue,
      flights: [{ ...first!, Sensors: projects.map(logOf) }],
    });

  await bring("PRJ10001");
  expect(await of()).toEqual([["PRJ10001", null, "LiDAR-MiningAI"]]);
  await bring("PRJ10001", "PRJ10005");
  expect(await of()).toEqual([
    ["PRJ10001", 1, "LiDAR-MiningAI"],
    ["PRJ10005", 2, "PowerICP"],
  ]);
  // What has begun stays when its log is gone.
  await sql`UPDATE processings SET waits_on = NULL WHERE project_id = 'PRJ10001'
    AND flight_id = ${first!.FlightID}`.execute(db);
  await bring("PRJ10005");
  expect(await of()).toEqual([
    ["PRJ10001", 1, "LiDAR-MiningAI"],
    ["PRJ10005", null, "PowerICP"],
  ]);
});
