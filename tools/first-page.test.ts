import { expect, test } from "vitest";
import { heavyAtFirst } from "./first-page.ts";

type Chunks = Parameters<typeof heavyAtFirst>[0];

const chunk = (fileName: string, moduleIds: string[], imports: string[]) => ({
  type: "chunk",
  fileName,
  isEntry: fileName === "index.js",
  moduleIds,
  imports,
});
const ZOD = "/w/node_modules/zod/index.js";

test("a page of its own may load what the first page does without", () => {
  const chunks = {
    "index.js": chunk("index.js", [], ["first.js"]),
    "first.js": chunk("first.js", ["/w/node_modules/react/index.js"], []),
    "form.js": chunk("form.js", [ZOD], ["first.js"]),
  };
  expect(heavyAtFirst(chunks as unknown as Chunks)).toEqual([]);
});

test("what comes with the first page by way of another chunk is named", () => {
  const chunks = {
    "index.js": chunk("index.js", [], ["first.js"]),
    "first.js": chunk("first.js", [], ["shared.js"]),
    "shared.js": chunk("shared.js", [ZOD], []),
  };
  expect(heavyAtFirst(chunks as unknown as Chunks)).toEqual([ZOD]);
});
