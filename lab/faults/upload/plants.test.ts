import { expect, test } from "vitest";
import { Plants } from "./plants.ts";
import { PostMeter } from "./post-meter.ts";

const head = (length: number): Buffer =>
  Buffer.from(`POST /store/uploads HTTP/1.1\r\ncontent-length: ${length}\r\n\r\n`);
const FORM = 16_384;

/** Of a fault that loses what is in flight so many times, with a megabyte in flight. */
function costOf(losses: number): number {
  const meter = new PostMeter();
  const plants = new Plants(meter);
  plants.begin();
  plants.add({ kind: "any", what: "", losses });
  meter.connection().up(head(1_000_000));
  return plants.again(0).most - FORM;
}

test("a fault may cost what is in flight from it until the next one, and nothing from before it", () => {
  const meter = new PostMeter();
  const plants = new Plants(meter);
  const early = meter.connection();
  early.up(head(9_000_000));
  early.ended();
  plants.begin();
  plants.add({ kind: "reset", what: "1 connections" });
  meter.connection().up(head(1_000_000));
  expect(plants.again(0).most).toBe(1_000_000 + 2 * FORM);
});

test("a fault after which nothing was in flight may cost what is after the next one", () => {
  const meter = new PostMeter();
  const plants = new Plants(meter);
  plants.begin();
  plants.add({ kind: "client-twice", what: "one more", losses: 2 });
  plants.begin();
  plants.add({ kind: "reset", what: "1 connections" });
  meter.connection().up(head(1_000_000));
  expect(plants.again(0).most).toBe(3_000_000 + FORM);
});

test("a refused attempt costs nothing, and a fault that breaks twice costs twice", () => {
  expect([0, 1, 2].map(costOf)).toEqual([0, 1_000_000, 2_000_000]);
});

test("what was damaged or changed may be sent again, and what a fault violated is told", () => {
  const plants = new Plants(new PostMeter());
  plants.add({ kind: "source-changed", what: "", changedBytes: 5_000 });
  expect(plants.again(0).most).toBe(5_000);
  expect(plants.violation).toBeUndefined();
  plants.add({ kind: "person-refused", what: "", violation: "was not refused" });
  expect(plants.violation).toBe("was not refused");
});
