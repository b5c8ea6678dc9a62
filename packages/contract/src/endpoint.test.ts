import { expect, test } from "vitest";
import { type Endpoint, pathOf } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { VIA_STATUSES } from "./uploads/upload-status.ts";

test("a path's parameters are filled in, each percent-encoded", () => {
  expect(pathOf("/flights/:flightId/upload/:uploadId", { flightId: "FL 1", uploadId: "a/b" })).toBe(
    "/flights/FL%201/upload/a%2Fb",
  );
  expect(pathOf("/views")).toBe("/views");
});

test("a parameter without a value is a bug of the caller", () => {
  expect(() => pathOf("/flights/:flightId", {})).toThrow("no value for :flightId of /flights/");
});

test("a reset, an import, a deletion and a setting take a recent sign-in, and nothing else does", () => {
  const taking = Object.entries<Endpoint>(endpoints).flatMap(([name, { recentSignIn }]) =>
    recentSignIn === undefined ? [] : [[name, recentSignIn]],
  );
  expect(Object.fromEntries(taking)).toEqual({
    moveUpload: { of: "resetUpload", query: { status: "READY_FOR_UPLOAD" } },
    importCatalogue: { of: "importCatalogue" },
    deleteView: { of: "keepViews" },
    changeLMSVersion: { of: "changeSettings" },
    holdProject: { of: "holdProjects" },
    liftHold: { of: "holdProjects" },
    orderDeletion: { of: "deleteData" },
    removePerson: { of: "removePeople" },
  });
});

test("no status that takes a recent sign-in is passed on the way to another", () => {
  const { recentSignIn } = endpoints.moveUpload;
  expect(VIA_STATUSES).not.toContain(recentSignIn.query.status);
  const passed = { via: "READY_FOR_UPLOAD", status: "VALIDATING_SOURCE" };
  expect(endpoints.moveUpload.query.safeParse(passed).success).toBe(false);
  expect(endpoints.moveUpload.query.safeParse({ status: "READY_FOR_UPLOAD" }).success).toBe(true);
});
