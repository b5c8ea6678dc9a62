import { type Instruction, instructionFormSchema } from "@swath/contract/instructions";
import { endpoints } from "@swath/contract/endpoints";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readListQuery, withParameter } from "../list/list-query.ts";
import { draftOf, EMPTY_DRAFT, formOf, NEW_PRODUCT } from "./draft.ts";
import { faultsOf } from "./form-faults.ts";
import { EMPTY_FORM, instructionForm, type InstructionFormAction } from "./form-state.ts";

const run = (...actions: InstructionFormAction[]) => actions.reduce(instructionForm, EMPTY_FORM);
const add = (cell: string): InstructionFormAction => ({
  type: "addProduct",
  product: { ...NEW_PRODUCT, cell },
});
const cells = (state: typeof EMPTY_FORM) => state.draft.products.map(({ cell }) => cell);

describe("the form's state", () => {
  test("web-instructions/S1 a fetch and a submission begin with neither flag", () => {
    for (const type of ["fetch", "submit"] as const) {
      const after = run({ type: "fetchFailed" }, { type });
      expect(after).toMatchObject({ failed: false, succeeded: false });
      expect(type === "fetch" ? after.fetching : after.submitting).toBe(true);
    }
  });

  test("web-instructions/S2 what is fetched replaces all that was typed", () => {
    const fetched = { ...EMPTY_DRAFT, siteName: "South", products: [] };
    const after = run(
      { type: "change", change: { siteName: "North" } },
      add("2"),
      { type: "fetch" },
      { type: "fetched", draft: fetched },
    );
    expect(after).toEqual({ ...EMPTY_FORM, draft: fetched, succeeded: true });
  });

  test("web-instructions/S3 a failure keeps what is typed", () => {
    const after = run(
      { type: "change", change: { siteName: "North" } },
      { type: "submit" },
      { type: "submitFailed" },
    );
    expect(after).toMatchObject({ failed: true, submitting: false, isChanged: true });
    expect(after.draft.siteName).toBe("North");
  });

  test("web-instructions/S4 products are added, updated and deleted by index", () => {
    const product = { ...NEW_PRODUCT, cell: "9" };
    expect(cells(run(add("2"), add("3")))).toEqual(["1", "2", "3"]);
    expect(cells(run(add("2"), { type: "updateProduct", index: 1, product }))).toEqual(["1", "9"]);
    expect(cells(run(add("2"), { type: "deleteProduct", index: 0 }))).toEqual(["2"]);
    for (const index of [-1, 1, 0.5, Number.NaN]) {
      expect(run({ type: "updateProduct", index, product })).toEqual(EMPTY_FORM);
      expect(run({ type: "deleteProduct", index })).toEqual(EMPTY_FORM);
    }
  });

  test("web-instructions/S5 nothing is changed while it is submitted", () => {
    const during = run({ type: "submit" }, add("2"), { type: "change", change: { siteName: "x" } });
    expect(during.draft).toEqual(EMPTY_DRAFT);
  });

  test("products follow a list through any changes", () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("addProduct" as const), cell: fc.string({ maxLength: 3 }) }),
      fc.record({
        type: fc.constantFrom("updateProduct" as const, "deleteProduct" as const),
        index: fc.integer({ min: -1, max: 6 }),
        cell: fc.string({ maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const model = ["1"];
        let state = EMPTY_FORM;
        for (const each of steps) {
          const product = { ...NEW_PRODUCT, cell: each.cell };
          const index = "index" in each ? each.index : 0;
          state = instructionForm(
            state,
            each.type === "addProduct"
              ? { type: each.type, product }
              : { type: each.type, index, product },
          );
          if (each.type === "addProduct") model.push(each.cell);
          else if (index >= 0 && index < model.length)
            model.splice(index, 1, ...(each.type === "updateProduct" ? [each.cell] : []));
        }
        expect(cells(state)).toEqual(model);
      }),
    );
  });
});

describe("a list's query", () => {
  test("web-instructions/Q1 is changed by exactly one key that it has", () => {
    expect(withParameter({}, { projectId: "PRJ00001" })).toEqual({ projectId: "PRJ00001" });
    for (const change of [{}, { page: 2, size: 20 }, { owner: "me" }, { __proto__x: 1 }])
      expect(() => withParameter({}, change as Record<string, number>)).toThrow(RangeError);
  });

  test("web-instructions/Q2 an empty value removes the key", () => {
    const query = { projectId: "PRJ00001", siteName: "N" };
    expect(withParameter(query, { siteName: "" })).toEqual({ projectId: "PRJ00001" });
  });

  test("web-instructions/Q3 another filter begins at page 1, another page keeps the filters", () => {
    expect(withParameter({ page: 3, siteName: "N" }, { siteName: "NO" })).toEqual({
      siteName: "NO",
    });
    expect(withParameter({ page: 3, siteName: "N" }, { page: 4 })).toEqual({
      page: 4,
      siteName: "N",
    });
  });

  test("is read from an address, without what is malformed", () => {
    expect(
      readListQuery({ page: "2", size: "x", sort: "1;DROP", siteName: " ", other: "1" }),
    ).toEqual({ page: 2 });
  });
});

const INSTRUCTION: Instruction = {
  _id: "0".repeat(24),
  ProcInstID: "PI000001",
  Updated: "2026-11-23T00:00:00.000Z",
  UpdatedBy: "Crew",
  controlFileName: null,
  controlFile: null,
  isDelivered: true,
  Deliveries: { current: 0, outdated: 0, outdatedOnes: [] },
  projectId: "PRJ00001",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: {
    kind: "grid",
    side: 500,
    originX: 10,
    originY: -5,
    bounds: { minX: 0, minY: 0, maxX: 1000, maxY: 2000 },
  },
  tileNaming: "{column}_{row}",
  products: [
    { type: "pointCloud", format: "laz", points: "ground" },
    { type: "raster", model: "dsm", format: "tif", cell: 0.5 },
    { type: "vector", feature: "contours", format: "gpkg", interval: 0.25, cell: 2 },
    { type: "vector", feature: "boundary", format: "shp.zip", cell: 5 },
  ],
};

describe("a draft", () => {
  test("of a saved instruction sends the same again", () => {
    const sent = instructionFormSchema.parse(formOf(draftOf(INSTRUCTION)));
    expect(INSTRUCTION).toMatchObject(sent);
    expect(sent.products).toEqual(INSTRUCTION.products);
    expect(faultsOf(draftOf(INSTRUCTION)).size).toBe(0);
  });

  test("goes by the schema of the calls that save it", () => {
    for (const { body } of [endpoints.createInstruction, endpoints.updateInstruction])
      expect(body).toBe(instructionFormSchema);
  });

  const good = draftOf(INSTRUCTION);
  test.each([
    [{ projectId: "" }, "projectId", "is required"],
    [{ siteName: "  " }, "siteName", "is required"],
    [{ targetHorizontalDatum: "" }, "targetHorizontalDatum", "is required"],
    [{ side: "" }, "side", "must be a number"],
    [{ side: "49" }, "side", "must be at least 50"],
    [{ side: "10001" }, "side", "must be at most 10000"],
    [{ minX: "x" }, "minX", "must be a number"],
    [{ maxX: "0" }, "bounds", /must have its east beyond its west/],
    [{ extents: "list" as const }, "tiles", "needs at least one tile"],
    [{ tileNaming: "{nothing}" }, "tileNaming", /there is not/],
    [{ products: [] }, "products", "needs at least one product"],
    [{ products: [NEW_PRODUCT, NEW_PRODUCT] }, "products", /must differ/],
    [
      { products: [{ ...NEW_PRODUCT, kind: "dtm" as const, cell: "" }] },
      "products.0.cell",
      "must be a number",
    ],
    [
      { products: [{ ...NEW_PRODUCT, kind: "contours" as const, interval: "0.04" }] },
      "products.0.interval",
      "must be at least 0.05",
    ],
  ])("says what the server would refuse of %o", (change, field, message) => {
    const text = faultsOf({ ...good, ...change }).get(field);
    if (message instanceof RegExp) expect(text).toMatch(message);
    else expect(text).toBe(message);
  });
});
