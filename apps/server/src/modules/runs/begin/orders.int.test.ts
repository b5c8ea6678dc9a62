import { describe, expect, test } from "vitest";
import { testStage } from "../testing/run-rig.ts";
import { useRig } from "../testing/use-rig.ts";

const rig = useRig();

describe("an order", () => {
  test.each([
    ["a stage that is not installed", [], {}, "UNAVAILABLE", "No stage file PI1 is installed"],
    [
      "a sensor that no program is for",
      [testStage("PI1", { sensors: "ALTM*" })],
      {},
      "UNAVAILABLE",
      "No program of PI1 label processes recordings of Terrain Mapper 045",
    ],
    [
      "a parameter out of bounds",
      [testStage("PI1")],
      { params: { cell: 0 } },
      "FAILED",
      "cell must be at least 0.1",
    ],
  ])("of %s ends with the reason", async (_, stages, order, status, reason) => {
    rig().install(...stages);
    const id = await rig().plantProcessing(["PI1"]);
    await rig().order(id, "PI1", order);
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({ status, reason });
  });

  test("waits for data that is not ready", async () => {
    rig().install(
      testStage("PI1", { inputs: { points: { from: "upload:LiDAR", glob: "**/*.range" } } }),
    );
    const id = await rig().plantProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for data of the upload LiDAR",
    });
  });
});
