import { expect, test } from "vitest";
import { freeMemory } from "./free-memory.ts";

test("frees what a chunk is cut from", () => {
  const whole = Buffer.alloc(300_000, "a");
  freeMemory(whole.subarray(10, 20));
  expect(whole.byteLength).toBe(0);
});

test("leaves a pool that small buffers share alone", () => {
  const [mine, others] = [Buffer.allocUnsafe(100), Buffer.from("kept")];
  freeMemory(mine);
  expect(others.toString()).toBe("kept");
  expect(mine.length).toBe(100);
});
