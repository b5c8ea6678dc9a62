import { describe, expect, test } from "vitest";
import { AREA, LINE } from "./model/index.ts";
import { EMPTY_WORK, instructionKey, type PlanEvent, planReducer } from "./state/index.ts";
import { drawnLayer, randomFrom } from "./testing/index.ts";
import { keepWork, readSaved } from "./persisted-work.ts";

const A = { projectId: "PRJ00001", siteName: "North" };
const LAYER = drawnLayer("a.kmz", [
  { kind: LINE, name: "L1", paths: [[1, 1, 2, 2]] },
  { kind: AREA, name: "A1", paths: [[1, 1, 2, 1, 2, 2]] },
]);
const EVENTS: readonly PlanEvent[] = [
  { type: "instructions", instructions: [A] },
  { type: "add", layers: [{ ...LAYER, networkLinks: [{ name: "n", address: "a" }] }] },
  { type: "assignToAll", key: instructionKey(A) },
  { type: "select", picks: new Map([["layer-1", [1]]]), mode: "only" },
  { type: "choose", key: instructionKey(A) },
  { type: "filter", filter: "lines" },
];
const WORK = EVENTS.reduce(planReducer, EMPTY_WORK);
const kept = () => structuredClone(keepWork(WORK));

test("work that was kept is the same again, without the steps of undo", () => {
  expect(readSaved(kept())).toEqual({ ...WORK, past: [], future: [] });
  expect(readSaved(keepWork(EMPTY_WORK))).toEqual(EMPTY_WORK);
});

describe("of what was kept,", () => {
  const [layer] = kept().layers;
  if (layer === undefined) throw new Error("no layer");
  const { geometry } = layer;
  const withLayer = (change: object) => ({ ...kept(), layers: [{ ...layer, ...change }] });
  const withGeometry = (change: object) => withLayer({ geometry: { ...geometry, ...change } });

  test.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["a text", "work"],
    ["a list", []],
    ["another version", { ...kept(), version: 2 }],
    ["another filter", { ...kept(), filter: "some" }],
    ["layers that are none", { ...kept(), layers: {} }],
    ["a layer that is none", { ...kept(), layers: [null] }],
    ["two layers of one id", { ...kept(), layers: [layer, layer] }],
    ["a chosen instruction that is not there", { ...kept(), chosen: "x" }],
    [
      "an instruction without a colour",
      { ...kept(), instructions: [{ ...A, key: "k", listed: true }] },
    ],
    ["an id that is not a number", { ...kept(), nextLayer: "7" }],
    ["a layer without a name", withLayer({ file: 7 })],
    ["flags of another length", withLayer({ selected: new Uint8Array(9) })],
    ["flags that are neither 0 nor 1", withLayer({ crossStrips: Uint8Array.of(0, 2) })],
    ["flags in a list", withLayer({ marked: [0, 0] })],
    ["an assignment to nobody", withLayer({ assigned: Uint16Array.of(0, 2) })],
    ["links that are none", withLayer({ networkLinks: [{}] })],
    ["names that are too few", withGeometry({ names: ["L1"] })],
    ["a kind that is none", withGeometry({ kinds: Uint8Array.of(1, 4) })],
    ["a part of no kind", withGeometry({ partKinds: Uint8Array.of(1, 3) })],
    ["parts that go back", withGeometry({ partStarts: Uint32Array.of(0, 2, 2) })],
    ["parts beyond the end", withGeometry({ partStarts: Uint32Array.of(0, 1, 3) })],
    ["positions beyond the end", withGeometry({ positionStarts: Uint32Array.of(0, 2, 99) })],
    [
      "a position that is not a number",
      withGeometry({ positions: geometry.positions.map(() => NaN) }),
    ],
  ])("what cannot be right is not taken: %s", (_, value) => {
    expect(readSaved(value)).toBeUndefined();
  });

  test("nothing that was spoilt makes it crash", () => {
    const random = randomFrom(1);
    const junk = [undefined, null, 0, -1, "", {}, [], new Uint8Array(1), new Float64Array(3), true];
    for (let run = 0; run < 2000; run++) {
      const value: unknown = kept();
      spoil(value, random, junk);
      expect(() => readSaved(value)).not.toThrow();
    }
  });
});

/** Puts junk in place of something somewhere in a value. */
function spoil(value: unknown, random: () => number, junk: readonly unknown[]): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return;
  const inner: unknown = Reflect.get(value, key);
  if (typeof inner === "object" && inner !== null && random() < 0.6) spoil(inner, random, junk);
  else Reflect.set(value, key, junk[Math.floor(random() * junk.length)]);
}
