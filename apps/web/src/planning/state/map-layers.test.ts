import {
  instructionKey,
  type PlanEvent,
  planReducer,
  EMPTY_WORK,
  type PlanWork,
} from "@swath/plan/state";
import { expect, test } from "vitest";
import { CROSS_STRIP, DIMMED, NO_COLOUR, SELECTED } from "../../map/map-layer.ts";
import { loadedLayer } from "../testing/loaded-layer.ts";
import { mapLayerMaker } from "../panels/planning-map.tsx";

const SITE = { projectId: "PRJ10001", siteName: "Site" };
const events = (...list: readonly PlanEvent[]): PlanWork => list.reduce(planReducer, EMPTY_WORK);

test("a layer is drawn in the colours of its instructions, with what is selected, crossing and dimmed", async () => {
  const work = events(
    { type: "add", layers: [await loadedLayer(2)] },
    { type: "instructions", instructions: [{ ...SITE, siteName: "Other" }, SITE] },
    { type: "filter", filter: "lines" },
    { type: "select", picks: new Map([["layer-1", [0]]]), mode: "add" },
    { type: "choose", key: instructionKey(SITE) },
    { type: "associate" },
    { type: "select", picks: new Map([["layer-1", [1]]]), mode: "add" },
    { type: "foundCrossStrips", found: new Map([["layer-1", new Uint8Array([0, 0, 1, 0])]]) },
  );
  const [drawn] = mapLayerMaker()(work.layers, work.filter, work.instructions);
  expect([...(drawn?.colours ?? [])]).toEqual([1, NO_COLOUR, NO_COLOUR, NO_COLOUR]);
  expect([...(drawn?.flags ?? [])]).toEqual([0, SELECTED, CROSS_STRIP, DIMMED]);
});

test("what did not change is the same as before", async () => {
  const layers = [await loadedLayer(1), await loadedLayer(1)];
  const before = events({ type: "add", layers });
  const make = mapLayerMaker();
  const first = make(before.layers, "all", []);
  expect(make([...before.layers], "all", [])).toBe(first);
  const after = planReducer(before, { type: "show", layer: "layer-2", visible: false });
  const second = make(after.layers, "all", []);
  expect(second[0]).toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
  expect(make(after.layers, "aoi", [])[0]).not.toBe(first[0]);
});
