import { expect, test } from "vitest";
import { FullStore } from "./full-store.ts";

const LONGEST = 1;

test("a store with room takes as many posts as there are", () => {
  const store = new FullStore();
  expect(store.mayPost(5, 0)).toBe(true);
  expect(store.isFull).toBe(false);
});

test("full/F1 a full store is left alone for 1 s, doubling to 30 s", () => {
  const store = new FullStore();
  let now = 0;
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    store.refused(now, LONGEST);
    expect(store.mayPost(0, now + wait - 1)).toBe(false);
    now += wait;
    expect(store.mayPost(0, now)).toBe(true);
  }
});

test("full/F1 what was under way then counts as one refusal", () => {
  const store = new FullStore();
  store.refused(0, LONGEST);
  store.refused(900, LONGEST);
  expect(store.mayPost(0, 1_000)).toBe(true);
});

test("full/F2 then one post is tried alone", () => {
  const store = new FullStore();
  store.refused(0, LONGEST);
  expect(store.mayPost(1, 1_000)).toBe(false);
  expect(store.mayPost(0, 1_000)).toBe(true);
});

test("full/F3 one that began after the refusal and was stored ends it, and no other does", () => {
  const store = new FullStore();
  store.refused(100, LONGEST);
  store.stored(99);
  expect(store.isFull).toBe(true);
  store.stored(1_100);
  expect(store.isFull).toBe(false);
  expect(store.mayPost(5, 1_200)).toBe(true);
  store.refused(2_000, LONGEST);
  expect(store.mayPost(0, 3_000)).toBe(true);
});
