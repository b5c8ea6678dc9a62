import { describe, expect, test } from "vitest";
import { VIEW_NAME_LENGTH, viewEndpoints } from "./views.ts";

const view = { list: "flights", name: "Mine", shared: false, filters: { Aircraft: "$any VH-ABC" } };
const { body, params } = viewEndpoints.changeView;

describe("a named view", () => {
  test("has a name without the spaces around it", () => {
    expect(body.parse({ ...view, name: "  Mine " })).toEqual(view);
    expect(body.safeParse({ ...view, name: "x".repeat(VIEW_NAME_LENGTH) }).success).toBe(true);
  });

  test.each([
    "",
    "  ",
    "a\u0000b",
    "a\nb",
    "a\u202eb",
    "a\u2028b",
    "x".repeat(VIEW_NAME_LENGTH + 1),
  ])("is not called %j", (name) => {
    expect(body.safeParse({ ...view, name }).success).toBe(false);
  });

  test("has an identifier of 24 hex digits", () => {
    expect(params.safeParse({ viewId: "0123456789abcdef01234567" }).success).toBe(true);
    for (const viewId of ["0123", "0123456789abcdef0123456z", "0123456789abcdef012345678"])
      expect(params.safeParse({ viewId }).error?.issues[0]?.message).toBe("must be 24 hex digits");
  });
});

describe("what a view keeps is what its list has", () => {
  const named = { name: "Mine", shared: false };
  const keeps = (kept: object): boolean => body.safeParse({ ...named, ...kept }).success;
  const status = { Status: "$any FAILED" };

  test("of flights their filters, of processings theirs", () => {
    expect(keeps({ list: "flights", filters: { UploadStatus: "$any DATA_READY" } })).toBe(true);
    expect(keeps({ list: "flights", filters: status })).toBe(false);
    expect(keeps({ list: "processing", filters: status })).toBe(true);
    expect(keeps({ list: "processing", filters: { FlightType: "$any Survey" } })).toBe(false);
    expect(keeps({ list: "explorer", filters: {} })).toBe(false);
  });

  test("of the Terrain Mapper's also the size of its pages, of the others none", () => {
    expect(keeps({ list: "terrain-mapper", filters: status, pageSize: 50 })).toBe(true);
    expect(keeps({ list: "terrain-mapper", filters: status })).toBe(false);
    expect(keeps({ list: "terrain-mapper", filters: status, pageSize: 51 })).toBe(false);
    expect(keeps({ list: "processing", filters: status, pageSize: 50 })).toBe(false);
  });
});
