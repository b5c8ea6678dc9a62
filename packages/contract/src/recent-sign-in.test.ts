import { expect, test } from "vitest";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

test("a reset, an import, a deletion and a setting take a recent sign-in, and nothing else does", () => {
  const taking = Object.entries<Route>(routes).flatMap(([name, { recentSignIn }]) =>
    recentSignIn === undefined ? [] : [[name, recentSignIn]],
  );
  expect(Object.fromEntries(taking)).toEqual({
    moveUpload: { of: "resetUpload", query: { status: "READY_FOR_UPLOAD" } },
    importCatalogue: { of: "importCatalogue" },
    deleteView: { of: "keepViews" },
    changeLMSVersion: { of: "changeSettings" },
  });
});
