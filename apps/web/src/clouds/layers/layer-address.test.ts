import { describe, expect, test } from "vitest";
import {
  opacityIn,
  readLayersAddress,
  readLine,
  readNumbers,
  shownIn,
  withNumber,
  writeLine,
  writeShown,
} from "./layer-address.ts";

describe("the address of a flight's layers", () => {
  test("holds what is shown and where, and nothing that is malformed", () => {
    const address = {
      flight: "FL000101",
      processing: "e334a0bda04947859e512fc2",
      shown: "DEM1.hillshade,QA1.density",
      opacity: "QA1.density:60",
      attempts: "DEM1:1",
      swipe: "DEM1:2",
      divide: 30,
      at: "-32.5,146.1,15.25",
      line: "146.1,-32.5,146.2,-32.5",
      width: 200,
      higher: 5,
      profileColor: "class",
    };
    expect(readLayersAddress(address)).toEqual(address);
    expect(
      readLayersAddress({
        flight: "101",
        shown: "a b",
        opacity: "x:y",
        swipe: "DEM1",
        divide: 101,
        at: "1,2",
        line: "1,2,3",
        profileColor: "pink",
        other: 1,
      }),
    ).toEqual({});
  });

  test("an identifier of digits alone is one", () => {
    expect(readLayersAddress({ processing: 1234 })).toEqual({ processing: "1234" });
  });

  test("what is shown is the usual until somebody chooses, and may be nothing", () => {
    expect([...shownIn(undefined, ["a", "b"])]).toEqual(["a", "b"]);
    expect([...shownIn(writeShown(new Set(["c"])), ["a"])]).toEqual(["c"]);
    expect([...shownIn(writeShown(new Set()), ["a"])]).toEqual([]);
  });

  test("numbers of names are changed one by one", () => {
    const one = withNumber(undefined, "DEM1", 2);
    const both = withNumber(one, "QA1", 1);
    expect(both).toBe("DEM1:2,QA1:1");
    expect(withNumber(withNumber(both, "DEM1", undefined), "QA1", undefined)).toBeUndefined();
    expect(readNumbers("DEM1:2,bare").get("bare")).toBeUndefined();
    expect([opacityIn("a:60", "a"), opacityIn("a:60", "b"), opacityIn("a:999", "a")]).toEqual([
      0.6, 1, 1,
    ]);
  });

  test("a line has two ends that differ", () => {
    expect(readLine(writeLine([146.123456789, -32.5], [146.2, -32.5]))).toEqual([
      [146.1234568, -32.5],
      [146.2, -32.5],
    ]);
    expect(readLine("1,2,1,2")).toBeUndefined();
    expect(readLine(undefined)).toBeUndefined();
  });
});
