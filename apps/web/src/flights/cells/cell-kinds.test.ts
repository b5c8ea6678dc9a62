import { expect, test } from "vitest";
import { UPLOAD_NAME } from "../../data/upload-name.ts";
import { CELLS, KIND_OF } from "./cell-kinds.ts";

test("an upload has one name, in its cell and on every other page", () => {
  const names = Object.entries(KIND_OF).map(([type, kind]) => [type, CELLS[kind].label]);
  expect(Object.fromEntries(names)).toEqual(UPLOAD_NAME);
});
