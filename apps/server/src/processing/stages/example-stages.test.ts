import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readStages } from "./read-stages.ts";

const ROOT = resolve(import.meta.dirname, "../../../../..");

test("the examples of docs/stages.md are stages; they lack but the stages that they read of", async () => {
  const read = await readStages([resolve(ROOT, "docs/stages")]);
  expect(read.ok ? [] : read.faults).toEqual([
    { file: "PDAL1.stage.json", message: "there is no stage ICP2_MineIP1" },
    { file: "SHADE1.stage.json", message: "there is no stage DEM1" },
  ]);
});
