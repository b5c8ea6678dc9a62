import { describe, expect, test } from "vitest";
import { AREA, LINE, mercatorX, mercatorY, POINT } from "../model/index.ts";
import { type DrawnFeature, drawnLayer } from "../testing/index.ts";
import {
  EMPTY_WORK,
  handCounts,
  type Hint,
  hintOf,
  instructionKey,
  type PlanEvent,
  planReducer,
  type PlanWork,
} from "./index.ts";

const FEATURES: readonly DrawnFeature[] = [
  { kind: LINE, name: "L1", paths: [[1, 1, 2, 2]] },
  { kind: AREA, name: "A1", paths: [[1, 1, 2, 1, 2, 2]] },
  { kind: POINT, name: "P1", paths: [[1.5, 1.5]] },
  { kind: LINE, name: "L2", paths: [[8, 8, 9, 9]] },
];
const LAYER = drawnLayer("a.kmz", FEATURES);
const OTHER = drawnLayer("b.kmz", FEATURES);
const A = { projectId: "PRJ00001", siteName: "North" };
const B = { projectId: "PRJ00001", siteName: "South" };
const [KEY_A, KEY_B] = [instructionKey(A), instructionKey(B)];

const after = (events: readonly PlanEvent[], work: PlanWork = EMPTY_WORK): PlanWork =>
  events.reduce(planReducer, work);
const LOADED = after([
  { type: "instructions", instructions: [A, B] },
  { type: "add", layers: [LAYER, OTHER] },
]);
const AROUND = Float64Array.from(
  [0, 0, 3, 0, 3, 3, 0, 3].map((degree, at) => (at % 2 === 0 ? mercatorX : mercatorY)(degree)),
);
const lasso = (mode: "add" | "remove"): PlanEvent => ({ type: "lasso", ring: AROUND, mode });
const select = (
  features: readonly number[],
  mode: "only" | "add" | "remove" | "toggle" = "only",
  layer = "layer-1",
): PlanEvent => ({ type: "select", picks: new Map([[layer, features]]), mode });
const hide = (layer: string): PlanEvent => ({ type: "show", layer, visible: false });
const lines: PlanEvent = { type: "filter", filter: "lines" };
const chooseA: PlanEvent = { type: "choose", key: KEY_A };
const associate: PlanEvent = { type: "associate" };
const undo: PlanEvent = { type: "undo" };
const redo: PlanEvent = { type: "redo" };
const selected = ({ layers }: PlanWork): readonly string[] =>
  layers.map((layer) => layer.selected.join(""));
const assigned = ({ layers }: PlanWork): readonly string[] =>
  layers.map((layer) => layer.assigned.join(""));
const strips = ({ layers }: PlanWork): readonly string[] =>
  layers.map((layer) => layer.crossStrips.join(""));
const ids = ({ layers }: PlanWork): readonly string[] => layers.map(({ id }) => id);

describe("S1 loaded layers", () => {
  test("S1 come after those that are there", () => {
    expect(ids(after([{ type: "add", layers: [LAYER] }], LOADED))).toEqual([
      "layer-1",
      "layer-2",
      "layer-3",
    ]);
    expect([selected(LOADED), assigned(LOADED)]).toEqual([
      ["0000", "0000"],
      ["0000", "0000"],
    ]);
  });

  test("S1 or replace them all, and take no id that was used", () => {
    const work = after([{ type: "replace", layers: [LAYER] }], LOADED);
    expect(ids(work)).toEqual(["layer-3"]);
    expect(ids(after([undo, { type: "add", layers: [LAYER] }], work))).toEqual([
      "layer-1",
      "layer-2",
      "layer-4",
    ]);
  });
});

describe("S2 removing", () => {
  test("S2 takes selection and assignments along; undo brings them back", () => {
    const work = after(
      [lasso("add"), chooseA, associate, select([3]), { type: "remove", layer: "layer-1" }],
      LOADED,
    );
    expect(ids(work)).toEqual(["layer-2"]);
    const back = after([undo], work);
    expect([ids(back), selected(back), assigned(back)]).toEqual([
      ["layer-1", "layer-2"],
      ["0001", "0000"],
      ["1110", "1110"],
    ]);
  });

  test("S2 all files leaves nothing", () => {
    const work = after([{ type: "clearAll" }], LOADED);
    expect(work.layers).toEqual([]);
    expect(ids(after([undo], work))).toEqual(["layer-1", "layer-2"]);
  });
});

test("S3 hiding, the radio and the chosen instruction are no steps of undo", () => {
  const work = after([hide("layer-1"), lines, chooseA], LOADED);
  expect(work.past).toEqual(LOADED.past);
  expect([work.layers[0]?.visible, work.filter, work.chosen]).toEqual([false, "lines", KEY_A]);
});

describe("S4 selecting", () => {
  test("S4 by the lasso takes what is in it, and lets go of it again", () => {
    const work = after([lasso("add")], LOADED);
    expect(selected(work)).toEqual(["1110", "1110"]);
    expect(selected(after([lines, lasso("remove")], work))).toEqual(["0100", "0100"]);
  });

  test.each([
    ["the radio", lines, ["1010", "1010"]],
    ["the radio", { type: "filter", filter: "aoi" } as const, ["0110", "0110"]],
    ["a hidden layer", hide("layer-2"), ["1110", "0000"]],
  ])("S4 keeps to what is at hand: %s", (_, view, expected) => {
    expect(selected(after([view, lasso("add")], LOADED))).toEqual(expected);
  });

  test("S4 by the table is exact, wide, or the other way round", () => {
    expect(selected(after([select([0, 3])], LOADED))).toEqual(["1001", "0000"]);
    expect(selected(after([select([0, 3]), select([1])], LOADED))).toEqual(["0100", "0000"]);
    expect(selected(after([select([0]), select([1], "add", "layer-2")], LOADED))).toEqual([
      "1000",
      "0100",
    ]);
    expect(selected(after([select([0, 1]), select([1, 2], "toggle")], LOADED))).toEqual([
      "1010",
      "0000",
    ]);
    expect(selected(after([select([0, 1]), select([1, 2], "remove")], LOADED))).toEqual([
      "1000",
      "0000",
    ]);
  });

  test("S4 by the table leaves what is not at hand as it is", () => {
    expect(selected(after([select([1]), lines, select([0, 1])], LOADED))).toEqual(["1100", "0000"]);
    expect(selected(after([lines, select([1, 9, -1])], LOADED))).toEqual(["0000", "0000"]);
  });
});

test("S5 clearing the selection clears it everywhere, at hand or not", () => {
  const work = after([lasso("add"), hide("layer-2"), lines, { type: "clearSelection" }], LOADED);
  expect(selected(work)).toEqual(["0000", "0000"]);
});

describe("S6 associating", () => {
  test("S6 gives the selection to the chosen instruction, in place of what it had, and ends it", () => {
    const work = after(
      [lasso("add"), chooseA, associate, select([0]), { type: "choose", key: KEY_B }, associate],
      LOADED,
    );
    expect([assigned(work), selected(work)]).toEqual([
      ["2110", "1110"],
      ["0000", "0000"],
    ]);
  });

  test("S6 passes over what is not at hand, which stays selected", () => {
    const work = after([lasso("add"), chooseA, hide("layer-2"), lines, associate], LOADED);
    expect([assigned(work), selected(work)]).toEqual([
      ["1010", "0000"],
      ["0100", "1110"],
    ]);
  });

  test("S6 does nothing without a chosen instruction", () => {
    const work = after([lasso("add")], LOADED);
    expect(after([associate], work)).toBe(work);
  });
});

test("S7 'Assign to All' gives everything at hand to the instruction, whatever is selected", () => {
  const work = after([select([1]), lines, { type: "assignToAll", key: KEY_B }], LOADED);
  expect([assigned(work), selected(work)]).toEqual([
    ["2022", "2022"],
    ["0100", "0000"],
  ]);
  expect(after([{ type: "assignToAll", key: "nobody's" }], work)).toBe(work);
});

test("S8 releasing takes the assignment from what is selected and at hand", () => {
  const work = after(
    [{ type: "assignToAll", key: KEY_A }, select([0, 1]), lines, { type: "release" }],
    LOADED,
  );
  expect(assigned(work)).toEqual(["0111", "1111"]);
});

const mark = (crossStrips: boolean): PlanEvent => ({ type: "markCrossStrips", crossStrips });

describe("S9 cross-strips", () => {
  test("S9 are lines alone, marked and unmarked", () => {
    const work = after([lasso("add"), mark(true)], LOADED);
    expect(strips(work)).toEqual(["1000", "1000"]);
    expect(strips(after([hide("layer-2"), mark(false)], work))).toEqual(["0000", "1000"]);
  });

  test("S9 that were found take the place of those that were there", () => {
    const found = new Map([
      ["layer-1", Uint8Array.of(0, 1, 1, 1)],
      ["gone", Uint8Array.of(1)],
      ["layer-2", Uint8Array.of(1)],
    ]);
    const work = after([lasso("add"), mark(true), { type: "foundCrossStrips", found }], LOADED);
    expect(strips(work)).toEqual(["0001", "1000"]);
  });
});

const listed = (...instructions: readonly (typeof A)[]): PlanEvent => ({
  type: "instructions",
  instructions,
});

describe("S10 instructions", () => {
  test("S10 keep their place and colour whatever the list becomes", () => {
    const many = Array.from({ length: 11 }, (_, at) => ({ projectId: `PRJ${at}`, siteName: "" }));
    const work = after([listed(...many), listed(...many.slice(3), A)], LOADED);
    expect(
      work.instructions
        .map(({ projectId, colour, listed: here }) => [projectId, colour, here])
        .slice(9),
    ).toEqual([
      ["PRJ7", 9, true],
      ["PRJ8", 0, true],
      ["PRJ9", 1, true],
      ["PRJ10", 2, true],
    ]);
    expect(work.instructions[0]).toMatchObject({ ...A, colour: 0, listed: true });
    expect(work.instructions[2]).toMatchObject({ projectId: "PRJ0", listed: false });
  });

  test("S10 that left the list are not chosen any more, and keep what they were given", () => {
    const work = after([{ type: "assignToAll", key: KEY_A }, chooseA, listed(B)], LOADED);
    expect([work.chosen, assigned(work)]).toEqual([undefined, ["1111", "1111"]]);
    expect(after([chooseA, { type: "assignToAll", key: KEY_A }], work)).toMatchObject({
      chosen: undefined,
      past: work.past,
    });
  });
});

describe("S11 to S13 undo", () => {
  test("S11 what changes nothing is no step, and forgets nothing that could be redone", () => {
    const work = after([lasso("add"), undo, { type: "clearSelection" }, lasso("remove")], LOADED);
    expect(selected(after([redo], work))).toEqual(["1110", "1110"]);
  });

  test("S11 any other step forgets what could be redone", () => {
    const work = after([lasso("add"), undo, select([3]), redo], LOADED);
    expect(selected(work)).toEqual(["0001", "0000"]);
    expect(work.future).toEqual([]);
  });

  test("S12 at most 100 steps are kept", () => {
    const events = Array.from({ length: 150 }, (): PlanEvent => select([0], "toggle"));
    const work = after(events, LOADED);
    expect(work.past).toHaveLength(100);
    expect(
      after(
        Array.from({ length: 200 }, () => redo),
        after(
          Array.from({ length: 200 }, () => undo),
          work,
        ),
      ).layers,
    ).toEqual(work.layers);
  });

  test("S12 of steps that hold much only the last are kept, and the last in any case", () => {
    const wide = {
      ...LAYER,
      geometry: { ...LAYER.geometry, positions: new Float64Array(8_000_000) },
    };
    const replace: PlanEvent = { type: "replace", layers: [wide] };
    const fresh = (): PlanEvent => ({
      ...replace,
      layers: [{ ...wide, geometry: { ...wide.geometry } }],
    });
    expect(after([replace, fresh(), fresh(), fresh(), fresh()], EMPTY_WORK).past).toHaveLength(2);
    const huge = {
      ...wide,
      geometry: { ...wide.geometry, positions: new Float64Array(20_000_000) },
    };
    const work = after([{ type: "add", layers: [huge] }, { type: "clearAll" }], EMPTY_WORK);
    expect(after([undo], work).layers).toHaveLength(1);
  });

  test("S12 steps share what did not change", () => {
    const work = after([select([0])], LOADED);
    expect(work.layers[0]?.geometry).toBe(LOADED.layers[0]?.geometry);
    expect(work.layers[1]).toBe(LOADED.layers[1]);
    expect(work.past.at(-1)?.bytes).toBe(4);
  });

  test("S13 undo and redo leave visible what is visible now", () => {
    const work = after([lasso("add"), hide("layer-1"), undo], LOADED);
    expect([selected(work), work.layers.map(({ visible }) => visible)]).toEqual([
      ["0000", "0000"],
      [false, true],
    ]);
    expect(after([redo], work).layers[0]).toMatchObject({
      visible: false,
      selected: Uint8Array.of(1, 1, 1, 0),
    });
  });

  test("S13 a step says what was done", () => {
    expect(after([lasso("add")], LOADED).past.at(-1)?.event).toBe("lasso");
    expect(after([lasso("add"), undo], LOADED).future.at(-1)?.event).toBe("lasso");
  });

  test("S13 without steps there is no way back or forth", () => {
    expect(after([undo, redo], EMPTY_WORK)).toBe(EMPTY_WORK);
  });
});

test("what is at hand is counted", () => {
  const work = after([lasso("add"), chooseA, hide("layer-2"), lines], LOADED);
  expect(handCounts(work)).toEqual({ features: 3, selected: 2, assigned: 0 });
});

describe("the banner says", () => {
  test.each<readonly [Hint, readonly PlanEvent[]]>([
    ["allHidden", [hide("layer-1"), hide("layer-2")]],
    ["select", []],
    ["choose", [lasso("add")]],
    ["associate", [lasso("add"), chooseA]],
    ["select", [lasso("add"), chooseA, associate]],
    ["allAssigned", [{ type: "assignToAll", key: KEY_A }]],
  ])("%s", (hint, events) => {
    expect(hintOf(after(events, LOADED), "pan")).toBe(hint);
  });

  test("what the tool is for", () => {
    expect(hintOf(EMPTY_WORK, "lassoAdd")).toBe("load");
    expect(hintOf(LOADED, "lassoAdd")).toBe("lassoAdd");
    expect(hintOf(LOADED, "lassoRemove")).toBe("lassoRemove");
    expect(hintOf(after([lasso("add")], LOADED), "lassoAdd")).toBe("choose");
  });
});
