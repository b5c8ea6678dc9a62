import { route, type Route } from "@swath/contract/route";
import { expect, test } from "vitest";
import { limitPeople } from "./call-limits.ts";

const poll = route({
  method: "GET",
  services: ["main"],
  path: "/poll",
  permission: "signedIn",
  summary: "Asked often",
});
const rare = route({ ...poll, path: "/rare", callsPerMinute: 2 });

function setUp(most: number) {
  let time = 0;
  const limit = limitPeople(most, () => time);
  const call = (asked: Route, subject: string): number => {
    try {
      limit(asked, subject);
      return 0;
    } catch (error) {
      return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
    }
  };
  return { call, pass: (ms: number) => (time += ms) };
}

test("a person who calls too often waits until the minute ends; nobody else does", () => {
  const { call, pass } = setUp(3);
  expect([1, 2, 3].map(() => call(poll, "crew"))).toEqual([0, 0, 0]);
  pass(20_000);
  expect(call(poll, "crew")).toBe(40);
  expect(call(poll, "office")).toBe(0);
  pass(40_000);
  expect(call(poll, "crew")).toBe(0);
});

test("a route that allows fewer calls counts its own", () => {
  const { call } = setUp(100);
  expect([1, 2, 3].map(() => call(rare, "crew"))).toEqual([0, 0, 60]);
  expect(call(poll, "crew")).toBe(0);
  expect(call(rare, "office")).toBe(0);
});

test("200 people who poll four calls every 5 s, from wherever, are below every limit", () => {
  const { call } = setUp(6_000);
  const refused = Array.from({ length: 200 }, (_, person) =>
    Array.from({ length: 4 * 12 }, () => call(poll, `person ${person}`)),
  );
  expect(new Set(refused.flat())).toEqual(new Set([0]));
});
