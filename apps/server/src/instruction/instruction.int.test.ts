import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  instructionOfProject,
  projectCoordinates,
} from "../domain/instructions/instruction-of-project.ts";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";
import {
  errorOf,
  form,
  type InstructionRig,
  openInstructionRig,
} from "./testing/instruction-rig.ts";

let rig: InstructionRig;
beforeAll(async () => {
  rig = await openInstructionRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.empty());

const other = testIdentity("other");
const sites = async (query: object) => {
  const { reply, headers } = await rig.ask(endpoints.listInstructions, { query });
  return { sites: reply.map(({ siteName }) => siteName), total: headers["x-total-count"] };
};
const delivered = async () =>
  (await rig.ask(endpoints.listInstructions)).reply.map((row) => [row.siteName, row.isDelivered]);
const coordinatesOf = (id: string) => projectCoordinates(rig.db, id);

describe("saving", () => {
  test("gives a number, and records what changed", async () => {
    const made = await rig.create();
    expect(made).toMatchObject({ ...form(), ProcInstID: "PI000001", UpdatedBy: "Crew" });
    expect((await rig.events())[0]).toMatchObject({ action: "instruction.saved" });
    expect((await rig.events())[0]?.detail).toMatchObject({ before: null, site: "North Pit" });
    const changed = await rig.update(made._id, made.Updated, { siteName: "South" }, other);
    expect(changed).toMatchObject({
      siteName: "South",
      ProcInstID: "PI000001",
      UpdatedBy: "Other",
    });
    expect((await rig.events())[0]?.detail).toMatchObject({
      before: { siteName: "North Pit" },
      after: { siteName: "South" },
    });
  });

  test("instruction/V7 the second of two who edit is refused, and nothing is overwritten", async () => {
    const made = await rig.create();
    const first = await rig.update(made._id, made.Updated, { siteName: "First" }, other);
    const refused = await errorOf(rig.update(made._id, made.Updated, { siteName: "Second" }));
    expect(refused).toMatchObject({
      code: "RECORD_CHANGED",
      details: { updated: first.Updated, by: "Other" },
    });
    const { reply } = await rig.ask(endpoints.readInstruction, {
      params: { instructionId: made._id },
    });
    expect(reply.siteName).toBe("First");
  });

  test("of two at once one is saved", async () => {
    const made = await rig.create();
    const both = await Promise.all([
      errorOf(rig.update(made._id, made.Updated, { siteName: "First" })),
      errorOf(rig.update(made._id, made.Updated, { siteName: "Second" })),
    ]);
    expect(both.map((each) => each?.code ?? "saved").toSorted()).toEqual([
      "RECORD_CHANGED",
      "saved",
    ]);
  });

  test.each([
    ["a project that there is not", { projectId: "PRJ99999" }, "projectId"],
    ["instruction/V5 a site that has one, in other letters", { siteName: "north_pit" }, "siteName"],
    ["instruction/V6 a number that is taken", { siteName: "x", ProcInstID: "A-1" }, "ProcInstID"],
  ])("refuses %s", async (_, change, field) => {
    await rig.create({ ProcInstID: "A-1" });
    expect(await errorOf(rig.create(change))).toMatchObject({
      code: "INVALID_REQUEST",
      details: { field },
    });
    expect((await errorOf(rig.create({ siteName: "other", projectId: "PRJ00002" })))?.code).toBe(
      undefined,
    );
  });

  test("of two forms of one site at once one is saved", async () => {
    const both = await Promise.all([errorOf(rig.create()), errorOf(rig.create())]);
    expect(both.map((each) => each?.code ?? "saved").toSorted()).toEqual([
      "INVALID_REQUEST",
      "saved",
    ]);
  });

  test("leaves out numbers that imported ones have", async () => {
    await rig.create({ ProcInstID: "PI000001" });
    expect((await rig.create({ siteName: "South" })).ProcInstID).toBe("PI000002");
  });

  test("guests neither read nor write", async () => {
    const guest = testIdentity("guest", "guest");
    for (const call of [
      rig.ask(endpoints.listInstructions, { identity: guest }),
      rig.ask(endpoints.createInstruction, { body: form(), identity: guest }),
    ])
      expect((await errorOf(call))?.code).toBe("INSUFFICIENT_PRIVILEGES");
  });

  test("an instruction that there is not", async () => {
    const id = "0".repeat(24);
    expect((await errorOf(rig.update(id, new Date().toISOString())))?.code).toBe(
      "INSTRUCTION_NOT_FOUND",
    );
  });
});

describe("the lists", () => {
  test("have ten rows a page, last saved first, unless another order is asked for", async () => {
    for (let n = 10; n < 22; n += 1) await rig.create({ siteName: `Site ${n}` });
    const first = await sites({});
    expect(first.total).toBe("12");
    expect(first.sites).toEqual(Array.from({ length: 10 }, (_, n) => `Site ${21 - n}`));
    expect((await sites({ page: 2 })).sites).toEqual(["Site 11", "Site 10"]);
    const ascending = await sites({ sort: "instruction.siteName 1", size: 3 });
    expect(ascending.sites).toEqual(["Site 10", "Site 11", "Site 12"]);
  });

  test("are filtered by project and part of the site, any sign standing for itself", async () => {
    await rig.create({ siteName: "North_1" });
    await rig.create({ siteName: "North 2" });
    await rig.create({ siteName: "North", projectId: "PRJ00002" });
    expect(await sites({ siteName: "north_" })).toEqual({ sites: ["North_1"], total: "1" });
    expect((await sites({ projectId: "PRJ00002" })).sites).toEqual(["North"]);
  });

  test("show the instruction that stages deliver by: of a project the last saved", async () => {
    const north = await rig.create();
    await rig.create({ siteName: "South" });
    expect(await delivered()).toEqual([
      ["South", true],
      ["North Pit", false],
    ]);
    await rig.update(north._id, north.Updated);
    expect(await delivered()).toEqual([
      ["North Pit", true],
      ["South", false],
    ]);
    expect(await instructionOfProject(rig.db, "PRJ00001")).toMatchObject({
      file: { siteName: "North Pit" },
    });
    // Of the same instant it is the same one for all.
    await rig.db.updateTable("instructions").set({ updated: new Date() }).execute();
    const file = await instructionOfProject(rig.db, "PRJ00001");
    expect(file).toMatchObject({
      file: { siteName: (await delivered()).find(([, isDelivered]) => isDelivered)?.[0] },
    });
  });

  test("of products has each with its place, in the order of their instructions", async () => {
    await rig.create();
    await rig.create({ siteName: "South", products: [{ ...form().products[0]! }] });
    const { reply, headers } = await rig.ask(endpoints.listProducts, { query: { size: 2 } });
    expect(headers["x-total-count"]).toBe("3");
    expect(reply.map((row) => [row.siteName, row.index, row.product.type])).toEqual([
      ["South", 0, "pointCloud"],
      ["North Pit", 0, "pointCloud"],
    ]);
  });

  test("a list of tiles is not sent with every row", async () => {
    const tiles = [{ name: "a", minX: 0, minY: 0, maxX: 100, maxY: 100 }];
    await rig.create({ tileExtents: { kind: "list", tiles }, tileNaming: "{tile}" });
    const { reply } = await rig.ask(endpoints.listInstructions);
    expect(reply[0]?.tileExtents).toEqual({ kind: "list", side: null, tiles: 1 });
  });
});

describe("a project's coordinate system", () => {
  test("is its own, and its instruction's where it has none: a target moves no points", async () => {
    await rig.create({ targetHorizontalDatum: "EPSG:7855" });
    expect(await coordinatesOf("PRJ00001")).toEqual({ epsg: 28356, verticalDatum: "Ellipsoidal" });
    expect(await coordinatesOf("PRJ00002")).toEqual({ epsg: null, verticalDatum: null });
    await rig.create({ projectId: "PRJ00002", targetHorizontalDatum: "EPSG:7855" });
    expect((await coordinatesOf("PRJ00002")).epsg).toBe(7855);
  });
});
