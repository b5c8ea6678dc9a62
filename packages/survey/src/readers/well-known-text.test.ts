import { describe, expect, test } from "vitest";
import {
  GEODETIC,
  GEOGRAPHIC,
  isCartesian,
  parseWellKnownText,
  partOf,
  partsOf,
  PROJECTED,
  systemIn,
  type TextPart,
  titleOf,
  unitIn,
} from "./well-known-text.ts";

const parsed = (text: string): TextPart => {
  const part = parseWellKnownText(text);
  if (part === undefined) throw new Error(`${text} is not read`);
  return part;
};
/** Parts within each other, the innermost of which holds a number so deep. */
const nested = (depth: number): string => `${"A[".repeat(depth)}1${"]".repeat(depth)}`;

describe("well-known text", () => {
  test.each([
    ['UNIT["metre",1]', { keyword: "UNIT", values: ["metre", "1"] }],
    ['unit( "metre" ,\r\n\t1 )', { keyword: "UNIT", values: ["metre", "1"] }],
    [
      'UNIT["US ""survey"" foot, [ft] (US)",-3.0e-1]',
      { keyword: "UNIT", values: ['US "survey" foot, [ft] (US)', "-3.0e-1"] },
    ],
    ['UNIT[""]', { keyword: "UNIT", values: [""] }],
    ["AXIS[north]", { keyword: "AXIS", values: ["north"] }],
    [
      'A["a",B["b",C[1],2],D(3),4]',
      {
        keyword: "A",
        values: [
          "a",
          { keyword: "B", values: ["b", { keyword: "C", values: ["1"] }, "2"] },
          { keyword: "D", values: ["3"] },
          "4",
        ],
      },
    ],
    ["A[1] B[2]", { keyword: "A", values: ["1"] }],
  ])("%j is a part", (text, part) => {
    expect(parseWellKnownText(text)).toEqual(part);
  });

  test.each(["", "  ", "EPSG:4326", '"text"', "A", "A[", "A(", 'A["x",', "A[1,B["])(
    "%j is none",
    (text) => {
      expect(parseWellKnownText(text)).toBeUndefined();
    },
  );

  test("is read to a depth of 32", () => {
    expect(parseWellKnownText(nested(32))).toBeDefined();
    expect(parseWellKnownText(nested(33))).toBeUndefined();
    expect(parseWellKnownText(nested(100_000))).toBeUndefined();
  });
});

describe("a part", () => {
  const part = parsed('A["name",B["b"],1,C["c"],B["second"]]');

  test("has parts in their order, without texts and numbers", () => {
    expect(partsOf(part).map(titleOf)).toEqual(["b", "c", "second"]);
  });

  test("has a first part of one of some keywords, in its own order", () => {
    expect(partOf(part, ["C", "B"])).toEqual(parsed('B["b"]'));
    expect(partOf(part, ["X", "C"])).toEqual(parsed('C["c"]'));
    expect(partOf(part, ["A"])).toBeUndefined();
  });

  test("has a title where it begins with a text", () => {
    expect(titleOf(part)).toBe("name");
    expect(titleOf(parsed('A[B["b"],"name"]'))).toBe("");
    expect(titleOf({ keyword: "A", values: [] })).toBe("");
  });
});

const found = (text: string, keywords: readonly string[]): string | undefined => {
  const system = systemIn(parsed(text), keywords);
  return system && `${system.keyword} ${titleOf(system)}`;
};

describe("a horizontal system", () => {
  test.each([
    ...["PROJCS", "PROJCRS", "PROJECTEDCRS"].map((word) => [word, PROJECTED] as const),
    ...["GEODCRS", "GEODETICCRS"].map((word) => [word, GEODETIC] as const),
    ...["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"].map(
      (word) => [word, GEOGRAPHIC] as const,
    ),
  ])("is a %s itself, of %j", (keyword, keywords) => {
    expect(found(`${keyword}["s"]`, keywords)).toBe(`${keyword} s`);
  });

  test.each([
    ['COMPD_CS["c",PROJCS["p"],VERT_CS["v"]]', "PROJCS p"],
    ['COMPOUNDCRS["c",VERTCRS["v"],PROJCRS["p"]]', "PROJCRS p"],
    ['BOUNDCRS[SOURCECRS[PROJCRS["p"]],TARGETCRS[PROJCRS["t"]]]', "PROJCRS p"],
    ['BOUNDCRS[TARGETCRS[PROJCRS["t"]],SOURCECRS[PROJCRS["p"]]]', "PROJCRS p"],
    [
      'COMPOUNDCRS["c",BOUNDCRS[SOURCECRS[GEOGCRS["g"]]],BOUNDCRS[SOURCECRS[PROJCRS["p"]]]]',
      "PROJCRS p",
    ],
    ['COMPD_CS["c",PROJCS["p"],PROJCS["q"]]', "PROJCS p"],
    ['COMPD_CS["c",VERT_CS["v"]]', undefined],
    ['GEOGCS["g",PROJCS["p"]]', undefined],
  ])("within %s is %s", (text, system) => {
    expect(found(text, PROJECTED)).toBe(system);
  });

  test("is not the base of a projected one", () => {
    expect(found('PROJCS["p",GEOGCS["g"]]', GEOGRAPHIC)).toBeUndefined();
  });
});

test.each([
  ['GEODCRS["g",CS[Cartesian,3]]', true],
  ['GEODCRS["g",CS["CARTESIAN",3]]', true],
  ['GEODCRS["g",CS[ellipsoidal,3]]', false],
  ['GEODCRS["g",CS[Cartesian2,3]]', false],
  ['GEODCRS["g",CS[notCartesian,3]]', false],
  ['GEODCRS["Cartesian"]', false],
])("the axes of %s are Cartesian: %s (ISO 19162, 9.5)", (text, cartesian) => {
  expect(isCartesian(parsed(text))).toBe(cartesian);
});

test.each([
  ['P["p",UNIT["foot",0.3048]]', 0.3048],
  ['P["p",LENGTHUNIT["metre",1]]', 1],
  ['P["p",LENGTHUNIT["metre",1],UNIT["foot",0.3048]]', 1],
  ['P["p",AXIS["x",east,UNIT["foot",0.3048]]]', 0.3048],
  ['P["p",AXIS["x",east],AXIS["y",north,UNIT["foot",0.3048]]]', 0.3048],
  ['P["p",AXIS["x",east,UNIT["foot",0.3048]],UNIT["metre",1]]', 1],
  ['P["p",BASE["b",UNIT["foot",0.3048]]]', undefined],
  ['P["p",UNIT["foot"]]', undefined],
  ['P["p",UNIT["foot",0]]', undefined],
  ['P["p",UNIT["foot",-1]]', undefined],
  ['P["p",UNIT["foot",1e999]]', undefined],
  ['P["p",UNIT["foot",x]]', undefined],
  ['P["p",UNIT["foot",AUTHORITY["EPSG",9002]]]', undefined],
  ['P["p",ANGLEUNIT["degree",0.01745]]', undefined],
])("the length unit of %s is %s m", (text, factor) => {
  expect(unitIn(parsed(text), ["LENGTHUNIT", "UNIT"])).toBe(factor);
});
