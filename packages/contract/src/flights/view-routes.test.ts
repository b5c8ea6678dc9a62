import { describe, expect, test } from "vitest";
import { flightQuerySchema } from "./flight-query.ts";
import { VIEW_NAME_LENGTH, viewRoutes } from "./view-routes.ts";

const view = { name: "Mine", shared: false, filters: { Aircraft: "$any VH-ABC" } };
const { body, params } = viewRoutes.changeView;

describe("a named view", () => {
  test("has a name without the spaces around it", () => {
    expect(body.parse({ ...view, name: "  Mine " })).toEqual(view);
    expect(body.safeParse({ ...view, name: "x".repeat(VIEW_NAME_LENGTH) }).success).toBe(true);
  });

  test.each(["", "  ", "a\u0000b", "a\nb", "x".repeat(VIEW_NAME_LENGTH + 1)])(
    "is not called %j",
    (name) => {
      expect(body.safeParse({ ...view, name }).success).toBe(false);
    },
  );

  test("has an identifier of 24 hex digits", () => {
    expect(params.safeParse({ viewId: "0123456789abcdef01234567" }).success).toBe(true);
    for (const viewId of ["0123", "0123456789abcdef0123456z", "0123456789abcdef012345678"])
      expect(params.safeParse({ viewId }).error?.issues[0]?.message).toBe("must be 24 hex digits");
  });
});

test("the flight list is asked for its first ten rows, the latest first", () => {
  expect(flightQuerySchema.parse({})).toEqual({ page: 1, pageSize: 10, sort: "Date -1" });
});

test("a filter of the flight list is at most 8 KiB, a range 64 characters", () => {
  for (const [field, most] of [
    ["Aircraft", 8_192],
    ["Sensor", 8_192],
    ["$custom", 8_192],
    ["Date", 64],
  ] as const) {
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most) }).success).toBe(true);
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most + 1) }).success).toBe(false);
  }
  expect(flightQuerySchema.safeParse({ Nonsense: "x" }).success).toBe(false);
});
