import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { viaStatusSchema } from "./uploads/upload-status.ts";

test("a reset, an import, a deletion and a setting take a recent sign-in, and nothing else does", () => {
  const taking = Object.entries<Endpoint>(endpoints).flatMap(([name, { recentSignIn }]) =>
    recentSignIn === undefined ? [] : [[name, recentSignIn]],
  );
  expect(Object.fromEntries(taking)).toEqual({
    moveUpload: { of: "resetUpload", query: { status: "READY_FOR_UPLOAD" } },
    importCatalogue: { of: "importCatalogue" },
    deleteView: { of: "keepViews" },
    changeLMSVersion: { of: "changeSettings" },
  });
});

test("no status that takes a recent sign-in is passed on the way to another", () => {
  const { recentSignIn } = endpoints.moveUpload;
  expect(viaStatusSchema.options).not.toContain(recentSignIn.query.status);
  const passed = { via: "READY_FOR_UPLOAD", status: "VALIDATING_SOURCE" };
  expect(endpoints.moveUpload.query.safeParse(passed).success).toBe(false);
  expect(endpoints.moveUpload.query.safeParse({ status: "READY_FOR_UPLOAD" }).success).toBe(true);
});
