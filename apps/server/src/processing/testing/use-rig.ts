import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Left } from "./fake-engine.ts";
import { RunRig } from "./run-rig.ts";

/** What most tasks of tests leave. */
export const report = (said = "{}"): Left => ({ files: { "report.json": said } });

/** A rig for the tests of a file, with an upload of points, recordings and a text. */
export function useRig(): () => RunRig {
  let rig: RunRig;
  beforeAll(async () => {
    rig = await RunRig.open();
    const recorded = { "p.000": "0", "p.001": "1", "p.002": "2", "a.range": "a", "b.range": "b" };
    const points = { "a.laz": "points of a", "b.laz": "points of b", "notes.txt": "no points" };
    await rig.seedUpload({ ...points, ...recorded });
  });
  afterEach(async () => {
    await rig.db.deleteFrom("processings").execute();
    expect(rig.problems.splice(0)).toEqual([]);
    rig.stages.clear();
    rig.engine.taken.clear();
    rig.engine.reachable = true;
    rig.engine.lacking.clear();
  });
  afterAll(() => rig.close());
  return () => rig;
}
