import { expect, test } from "vitest";
import { pathOf } from "./endpoint.ts";

test("a path's parameters are filled in, each percent-encoded", () => {
  expect(pathOf("/flights/:flightId/upload/:uploadId", { flightId: "FL 1", uploadId: "a/b" })).toBe(
    "/flights/FL%201/upload/a%2Fb",
  );
  expect(pathOf("/views")).toBe("/views");
});

test("a parameter without a value is a bug of the caller", () => {
  expect(() => pathOf("/flights/:flightId", {})).toThrow("no value for :flightId of /flights/");
});
