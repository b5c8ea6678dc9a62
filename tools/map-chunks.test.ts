import { expect, test } from "vitest";
import { mapOffMapPages } from "./map-chunks.ts";

type Chunks = Parameters<typeof mapOffMapPages>[0];

const chunk = (facadeModuleId: string | null, moduleIds: string[], imports: string[]) => ({
  type: "chunk",
  isEntry: facadeModuleId?.endsWith("main.tsx") === true,
  isDynamicEntry: facadeModuleId !== null,
  facadeModuleId,
  moduleIds,
  imports,
});
const OL = ["/w/node_modules/ol/Map.js"];

test("the map's library is loaded by map pages, also from a chunk that they share", () => {
  const chunks = {
    "main.js": chunk("/w/apps/web/src/main.tsx", [], ["shared.js"]),
    "shared.js": chunk(null, ["/w/node_modules/react/index.js"], []),
    "map.js": chunk("/w/apps/web/src/map/survey-map.tsx", OL, ["shared.js"]),
    "lines.js": chunk("/w/apps/web/src/processing/lines/lines-map.tsx", [], ["map.js"]),
    "planning.js": chunk("/w/apps/web/src/planning/page.tsx", [], ["map.js"]),
  };
  expect(mapOffMapPages(chunks as unknown as Chunks)).toEqual([]);
});

test("a page that imports the map at once, or what imports it, is named", () => {
  const chunks = {
    "main.js": chunk("/w/apps/web/src/main.tsx", [], ["routes.js"]),
    "routes.js": chunk(null, [], ["map.js"]),
    "map.js": chunk("/w/apps/web/src/map/survey-map.tsx", OL, []),
    "jobs.js": chunk("/w/apps/web/src/processing/jobs.tsx", OL, []),
  };
  expect(mapOffMapPages(chunks as unknown as Chunks)).toEqual([
    "/w/apps/web/src/main.tsx",
    "/w/apps/web/src/processing/jobs.tsx",
  ]);
});
