import { describe, expect, test } from "vitest";
import { readControlRows } from "./control-points.ts";

const P1 = {
  name: "P1",
  east: 500_000.5,
  north: 6_250_000.25,
  z: 31.5,
  degrees: false,
  vegetated: false,
  error: undefined,
};
const D1 = { ...P1, east: 151.25, north: -33.5, degrees: true };

describe("control points", () => {
  test.each([
    ["P1,500000.5,6250000.25,31.5"],
    ["P1;500000.5;6250000.25;31.5\r\n"],
    ["P1\t500000.5\t6250000.25\t31.5"],
    ["P1  500000.5 6250000.25   31.5"],
    ["   \n  P1 500000.5 6250000.25 31.5"],
    ["y,x,z,name\n6250000.25,500000.5,31.5,P1"],
    ['\uFEFF# of us\n\n  "P1", 500000.5 ,6250000.25,31.5  '],
    ["P1,500000.5,6250000.25,31.5,and,more"],
    ["name,x,y,z\nP1,500000.5,6250000.25,31.5"],
    ["Point ID;Height (m);North_m;East_m\nP1;31.5;6250000.25;500000.5"],
    ["station northing easting elevation\nP1 6250000.25 500000.5 31.5"],
    ["name,lon,x,lat,y,z\nP1,1,500000.5,2,6250000.25,31.5"],
  ])("are read from %j", (text) => {
    expect(readControlRows(text)).toEqual([P1]);
  });

  test.each([
    ["name,longitude,latitude,height\nP1,151.25,-33.5,31.5"],
    ["lat,lon,z,name\n-33.5,151.25,31.5,P1"],
    ["name,x,lat,lon,z\nP1,7,-33.5,151.25,31.5"],
    ["name,lat,lon,y,z\nP1,-33.5,151.25,7,31.5"],
  ])("are read in degrees from %j", (text) => {
    expect(readControlRows(text)).toEqual([D1]);
  });

  test("may be none, and are as many as there are rows", () => {
    expect(readControlRows("")).toEqual([]);
    expect(readControlRows("# nothing\n\n")).toEqual([]);
    expect(readControlRows("name,x,y,z\n")).toEqual([]);
    expect(readControlRows("A,1,2,3\nB,4,5,6")).toMatchObject([{ name: "A" }, { name: "B" }]);
    expect(readControlRows("x,y,z\n1,2,3")).toMatchObject([{ name: "" }]);
  });

  test.each([
    ["A,1,2", 1],
    ["A,1,2,", 1],
    ["A,,2,3", 1],
    ["A,1,,3", 1],
    ["A,1,2,x", 1],
    ["A,1e999,1,3", 1],
    ["A,1,1e999,3", 1],
    ["A,1,1,1e999", 1],
    ["# first\n\nA,1,2,3\nB,1,2", 4],
    ["name,x,y\nA,1,2", 1],
    ["name,x,z\nA,1,2", 1],
    ["name,y,z\nA,1,2", 1],
    ["name,lon,z\nA,1,2", 1],
    ["name,lat,z\nA,1,2", 1],
    ["name,x,lat,z\nA,1,2,3", 1],
    ["name,x,y,z\nA,1,2,", 2],
    ["name,lon,lat,z\nA,180.1,0,1", 2],
    ["name,lon,lat,z\nA,-180.1,0,1", 2],
    ["name,lon,lat,z\nA,0,90.1,1", 2],
    ["name,lon,lat,z\nA,0,-90.1,1", 2],
  ])("are refused from %j by line %i", (text, line) => {
    expect(readControlRows(text)).toEqual({ fault: `line ${line} is not a control point` });
  });

  test("may lie at the poles and at the antimeridian", () => {
    expect(readControlRows("lon,lat,z\n180,90,1\n-180,-90,1")).toMatchObject([
      { east: 180, north: 90 },
      { east: -180, north: -90 },
    ]);
    expect(readControlRows("x,y,z\n181,91,1")).toMatchObject([{ east: 181, north: 91 }]);
  });

  test("are at most 100,000 lines, remarks apart", () => {
    expect(readControlRows(`# remark\n\n${"x\n".repeat(100_000)}`)).toEqual({
      fault: "line 3 is not a control point",
    });
    expect(readControlRows("x\n".repeat(100_001))).toEqual({
      fault: "there are more than 100,000 lines",
    });
  });

  test.each([
    ["VVA", true],
    ["v", true],
    ["Forest", true],
    ["shrubs", true],
    ["vegetated", true],
    ["grassland", true],
    ["NVA", false],
    ["rainforest", false],
    ["vvax", false],
    ["", false],
  ])("of the cover %j are under vegetation: %s", (cover, vegetated) => {
    expect(readControlRows(`x,y,z,cover\n1,2,3,${cover}`)).toMatchObject([{ vegetated }]);
  });

  test.each([
    ["0.02", 0.02],
    ["0", 0],
    ["-0.1", undefined],
    ["", undefined],
    ["x", undefined],
  ])("state their own error as %j: %s m", (text, error) => {
    expect(readControlRows(`x,y,z,accuracy\n1,2,3,${text}`)).toMatchObject([{ error }]);
  });

  test("of rows without cells for their cover and error have none", () => {
    expect(readControlRows("z,y,x,error,cover\n3,2,1")).toEqual([
      { name: "", east: 1, north: 2, z: 3, degrees: false, vegetated: false, error: undefined },
    ]);
  });
});
