import { beforeEach, expect, test } from "vitest";
import { forgetWork, forgetWorkOfOthers, persistedWork } from "./persisted-work.ts";

beforeEach(() => forgetWorkOfOthers(""));

const [anna, bea] = [persistedWork("anna"), persistedWork("bea")];

test("work is kept by person, name and part, and dropped part by part", async () => {
  await anna.keep("plan", "one", { ids: new Uint8Array([1, 2]) });
  await anna.keep("plan", "two", "2");
  await anna.keep("plans", "one", "another name");
  await bea.keep("plan", "one", "another person's");
  expect([...(await anna.readAll("plan"))]).toEqual([
    ["one", { ids: new Uint8Array([1, 2]) }],
    ["two", "2"],
  ]);
  await anna.drop("plan", "one");
  expect([...(await anna.readAll("plan")).keys()]).toEqual(["two"]);
  expect((await bea.readAll("plan")).size).toBe(1);
});

test("work of others is forgotten once somebody signs in", async () => {
  for (const subject of ["a", "anna", "annabel", "b"])
    await persistedWork(subject).keep("plan", "x", 1);
  await forgetWorkOfOthers("anna");
  expect((await anna.readAll("plan")).size).toBe(1);
  for (const subject of ["a", "annabel", "b"])
    expect((await persistedWork(subject).readAll("plan")).size).toBe(0);
});

test("what was to be forgotten as the page was left is not read by the next one", async () => {
  await anna.keep("plan", "x", 1);
  // As it is where the page was gone before the work was.
  localStorage.setItem("swath-forget-work", "");
  expect((await anna.readAll("plan")).size).toBe(0);
  expect(localStorage.getItem("swath-forget-work")).toBeNull();
});

test("a page that is left for signing out forgets everything, and keeps nothing any more", async () => {
  await anna.keep("plan", "x", 1);
  await forgetWork();
  expect((await anna.readAll("plan")).size).toBe(0);
  await anna.keep("plan", "x", 2);
  expect((await anna.readAll("plan")).size).toBe(0);
});
