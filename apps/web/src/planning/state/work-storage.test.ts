import { EMPTY_WORK, type PlanEvent, planReducer, type PlanWork } from "@swath/plan/state";
import { expect, test } from "vitest";
import type { PersistedWork } from "../../platform/persisted-work.ts";
import { loadedLayer } from "../testing/loaded-layer.ts";
import { WorkKeeper } from "./work-storage.ts";

/** A store in memory that says what is written. */
function memory() {
  const parts = new Map<string, unknown>();
  const written: string[] = [];
  const store: PersistedWork = {
    readAll: async () => new Map(parts),
    keep: async (_name, part, value) => {
      written.push(part);
      parts.set(part, structuredClone(value));
    },
    drop: async (_name, part) => {
      written.push(`no ${part}`);
      parts.delete(part);
    },
  };
  return { parts, written, store };
}

const events = (work: PlanWork, ...list: readonly PlanEvent[]): PlanWork =>
  list.reduce(planReducer, work);
const select: PlanEvent = { type: "select", picks: new Map([["layer-1", [0]]]), mode: "add" };

test("geometry is kept once, and dropped when its layer goes; undo brings it back", async () => {
  const { written, store } = memory();
  const keeper = new WorkKeeper(store);
  const loaded = events(EMPTY_WORK, { type: "add", layers: [await loadedLayer(1)] });
  await keeper.keep(loaded);
  await keeper.keep(events(loaded, select));
  const removed = events(loaded, { type: "remove", layer: "layer-1" });
  await keeper.keep(removed);
  await keeper.keep(events(removed, { type: "undo" }));
  expect(written).toEqual([
    "geometry layer-1",
    "work",
    "work",
    "work",
    "no geometry layer-1",
    "geometry layer-1",
    "work",
  ]);
});

test("work is read as it was, and what cannot be right is none", async () => {
  const { parts, store } = memory();
  const work = events(EMPTY_WORK, { type: "add", layers: [await loadedLayer(2)] }, select);
  await new WorkKeeper(store).keep(work);
  const read = await new WorkKeeper(store).read();
  expect(read?.layers).toEqual(work.layers);
  parts.delete("geometry layer-1");
  expect(await new WorkKeeper(store).read()).toBeUndefined();
  parts.set("work", { version: 0 });
  expect(await new WorkKeeper(store).read()).toBeUndefined();
});

test("of changes that come while one is written the last alone follows", async () => {
  const { written, store } = memory();
  const keeper = new WorkKeeper(store);
  const loaded = events(EMPTY_WORK, { type: "add", layers: [await loadedLayer(1)] });
  const first = keeper.keep(loaded);
  for (let n = 0; n < 5; n += 1) void keeper.keep(events(loaded, select));
  await first;
  expect(written).toEqual(["geometry layer-1", "work", "work"]);
});
