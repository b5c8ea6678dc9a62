import { expect, test } from "vitest";
import { readPlace, writePlace } from "../map/map-coordinates.ts";
import { readPlanningAddress } from "./planning-address.ts";

test("an address holds place, kind of geometry, instruction and base map", () => {
  const address = {
    at: "-33.9,151.2,12.5",
    filter: "lines",
    instruction: "PRJ10003 Lower Reach",
    base: 1,
  };
  expect(readPlanningAddress(address)).toEqual(address);
});

test("what is malformed, or the default, is left out of an address", () => {
  const places = [
    "",
    "1,2",
    "1,2,3,4",
    "91,0,4",
    "0,181,4",
    "0,0,-1",
    "a,b,c",
    12,
    "1,2,",
    "NaN,0,0",
  ];
  for (const at of places) expect(readPlanningAddress({ at })).toEqual({});
  expect(readPlanningAddress({ filter: "all", instruction: "x", base: 0 })).toEqual({});
  expect(readPlanningAddress({ filter: "points", instruction: ["PRJ10003 x"], base: "1" })).toEqual(
    {},
  );
});

test("a place is written to the metre and read as it was, also beyond 180°", () => {
  const place = { lat: -28.270001, lon: 133.780004, zoom: 4.004 };
  expect(writePlace(place)).toBe("-28.27,133.78,4");
  expect(readPlace(writePlace({ ...place, lon: 190 }))).toEqual({
    lat: -28.27,
    lon: -170,
    zoom: 4,
  });
});
