import { sql } from "kysely";
import type { AppError } from "@swath/contract/errors";
import type { ImportedInstruction } from "@swath/contract/instructions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { instructionOfProject } from "../domain/instructions/instruction-of-project.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { importCatalogue } from "./import-catalogue.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`INSERT INTO projects (project_id, name, manager, status)
    VALUES ('PRJ00001', 'Harbour', 'Ann', 'Open')`.execute(database.db);
});
afterAll(() => database.drop());
beforeEach(() => sql`TRUNCATE instructions`.execute(database.db));

const form = (change: Partial<ImportedInstruction>): ImportedInstruction => ({
  projectId: "PRJ00001",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 1000, originX: 0, originY: 0, bounds: null },
  tileNaming: "{projectId}_{easting}_{northing}",
  products: [{ type: "pointCloud", format: "las", points: "all" }],
  ...change,
});
const load = (...instructions: ImportedInstruction[]) =>
  importCatalogue(database.db, {
    aircraft: [],
    sensorEquipment: [],
    projects: [],
    flights: [],
    instructions,
  });
const listed = async () => {
  const { rows } = await sql<Record<string, unknown>>`SELECT id AS _id,
      proc_inst_id AS "ProcInstID", site_name AS "siteName", updated_by AS "UpdatedBy",
      updated::text AS "Updated"
    FROM instructions ORDER BY updated DESC, id`.execute(database.db);
  return rows;
};
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );

describe("an import", () => {
  test("creates instructions, updates them by their number, and one that says the same is no newer", async () => {
    await load(form({ ProcInstID: "A-1" }));
    const [first] = await listed();
    expect(first).toMatchObject({ ProcInstID: "A-1", UpdatedBy: null });
    await load(form({ ProcInstID: "A-1" }));
    expect((await listed())[0]?.["Updated"]).toBe(first?.["Updated"]);
    await load(form({ ProcInstID: "A-1", siteName: "South" }));
    expect(await listed()).toMatchObject([{ _id: first?.["_id"], siteName: "South" }]);
  });

  test("of several sites of a project has the last one followed", async () => {
    const sites = Array.from({ length: 6 }, (_, n) =>
      form({ ProcInstID: `A-${n}`, siteName: `Site ${n}` }),
    );
    await load(...sites);
    expect((await listed()).map(({ siteName }) => siteName)).toEqual(
      sites.map(({ siteName }) => siteName).toReversed(),
    );
    expect(await instructionOfProject(database.db, "PRJ00001")).toMatchObject({
      file: { siteName: "Site 5" },
    });
  });

  test("leaves what a person saved since", async () => {
    await load(form({ ProcInstID: "A-1" }));
    await sql`UPDATE instructions SET site_name = 'By hand', updated_by = 'Crew'`.execute(
      database.db,
    );
    await load(form({ ProcInstID: "A-1", siteName: "Imported" }));
    expect(await listed()).toMatchObject([{ siteName: "By hand" }]);
  });

  test.each([
    [
      "a site of another instruction",
      [form({ ProcInstID: "A-1", siteName: "NORTH_pit" })],
      "instructions[0].siteName",
    ],
    [
      "a site twice",
      [form({ ProcInstID: "A", siteName: "x y" }), form({ ProcInstID: "B", siteName: "X_y" })],
      "instructions[1].siteName",
    ],
    [
      "a number twice",
      [form({ ProcInstID: "A", siteName: "x" }), form({ ProcInstID: "A", siteName: "y" })],
      "instructions[1].ProcInstID",
    ],
    [
      "an unknown project",
      [form({ ProcInstID: "A", projectId: "PRJ99999" })],
      "instructions[0].projectId",
    ],
  ])("refuses %s, all of it", async (_, instructions, path) => {
    await load(form({ ProcInstID: "KEPT" }));
    const error = await errorOf(load(...instructions));
    expect(error).toMatchObject({ code: "INVALID_REQUEST", details: { faults: [{ path }] } });
    expect((await listed()).length).toBe(1);
  });
});
