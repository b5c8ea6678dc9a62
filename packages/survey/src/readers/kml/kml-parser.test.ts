import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { memorySource } from "../file-source.ts";
import { KmlParser } from "./kml-parser.ts";
import { KmlWalker } from "./kml-walker.ts";
import { readKml } from "./read-kml.ts";

const SINK = {
  strays: true,
  begin: () => undefined,
  position: () => undefined,
  part: () => undefined,
  feature: () => undefined,
};
const BOUNDS = { bytes: 1_000, token: 1_000 };
/** Before as much of other text, a beginning of a reference or section is waited for. */
const DECIDED = " ".repeat(40);

/** What becomes of pieces of a document: of each whether it was taken, and why it is refused. */
function parsed(pieces: readonly string[], bounds = BOUNDS): readonly unknown[] {
  const parser = new KmlParser(new KmlWalker(SINK), bounds);
  const taken = pieces.map((piece) => parser.write(strToU8(piece)));
  const before = parser.fault;
  const end = parser.finish();
  return [...taken, before, end?.fault];
}

describe("of a document as many bytes are taken as its bounds allow", () => {
  test("all in all", () => {
    const whole = "<a/>".repeat(20);
    const bounds = { bytes: 11 + whole.length, token: 1_000 };
    const taken = [true, true, true, undefined, undefined];
    expect(parsed(["<kml>", whole, "</kml>"], bounds)).toEqual(taken);
    const refused = [true, true, false, "tooLarge", "tooLarge"];
    expect(parsed(["<kml>", whole, " </kml>"], bounds)).toEqual(refused);
  });

  test.each([
    ["a text", "", "</a>"],
    ["a comment", "<!--", "-->"],
    ["a CDATA section", "<![CDATA[", "]]>"],
    ["a tag", "<a b='", "'/>"],
  ])("up to the end of %s, and as many again behind it", (_, begin, end) => {
    const opened = ["<kml><a><a>", begin + "x".repeat(DECIDED.length)];
    const close = `${end}${DECIDED}`;
    const most = "x".repeat(BOUNDS.token - close.length);
    const bounds = { ...BOUNDS, bytes: 9_000 };
    const refused = [false, "tooLarge", "tooLarge"];
    const again = [close, "y".repeat(BOUNDS.token), "y"];
    expect(parsed([...opened, most, ...again], bounds)).toEqual([
      true,
      true,
      true,
      true,
      true,
      ...refused,
    ]);
    expect(parsed([...opened, `${most}x`, close], bounds)).toEqual([true, true, true, ...refused]);
  });
});

test.each([
  ["notWellFormed", "<kml></b>"],
  ["notKml", "<gpx>"],
  ["documentType", "<!DOCTYPE kml>"],
])("a document that is refused takes no more, and stays refused: %s", (fault, beginning) => {
  expect(parsed([`${beginning}${DECIDED}`, "</kml>"])).toEqual([false, false, fault, fault]);
});

test("a document of another root is refused, however short it is", () => {
  expect(parsed(["<gpx></gpx>"])).toEqual([true, undefined, "notKml"]);
});

test("a document may end with any piece, but not before its root does", () => {
  expect(parsed(["<kml>"])).toEqual([true, undefined, "notWellFormed"]);
  expect(parsed([])).toEqual([undefined, "notWellFormed"]);
  expect(parsed(["<kml/>"])).toEqual([true, undefined, undefined]);
  expect(parsed(["<kml>", "</kml", ">"])).toEqual([true, true, true, undefined, undefined]);
});

const refusalOf = async (text: string): Promise<string | undefined> => {
  const read = await readKml(memorySource("a.kml", strToU8(text)));
  return read.ok ? undefined : read.about;
};

describe("the place of a fault", () => {
  const CLOSE = "unexpected close tag";
  test.each([
    ["<kml></b>", "line 1, column 9", CLOSE],
    ["<kml>\n</b>", "line 2, column 4", CLOSE],
    ["<kml>\n\n  </b>", "line 3, column 6", CLOSE],
    ["  <kml></b>", "line 1, column 11", CLOSE],
    ["\ufeff  <kml></b>", "line 1, column 11", CLOSE],
    ["\n<kml></b>", "line 2, column 9", CLOSE],
    ["\n \n   <kml></b>", "line 3, column 12", CLOSE],
    ["   <kml>\n</b>", "line 2, column 4", CLOSE],
    ["<kml>& </b>", "line 1, column 11", CLOSE],
    ["<kml>&&&</b>", "line 1, column 12", CLOSE],
    ["<kml>&&\n</b>", "line 2, column 4", CLOSE],
    ["<kml>\n&\n& </b>", "line 3, column 6", CLOSE],
    ["<kml>&eacute;</b>", "line 1, column 17", CLOSE],
    ["<kml>&deg;\n&eacute;&</b>", "line 2, column 13", CLOSE],
    ["  <kml>& </b>", "line 1, column 13", CLOSE],
  ])("in %j is told in its own lines and columns: %s", async (text, place, fault) => {
    expect(await refusalOf(text)).toBe(`${place} of the KML: ${fault}`);
  });

  /** Longer than a piece of 64 KB. */
  const long = "a".repeat(70_000);
  test.each([
    ["before", `<kml>&${long}</b>`, "line 1, column 70010"],
    ["at both ends of a line", `<kml>\n&${long}&</b>`, "line 2, column 70006"],
    ["at the end of the line before", `<kml>&\n&${long}&</b>`, "line 2, column 70006"],
    ["in the line before alone", `<kml>&${long}\n&&</b>`, "line 2, column 6"],
    ["two pieces before", `<kml>&${long}${long}&</b>`, "line 1, column 140011"],
  ])("is told in a long document with ampersands %s", async (_, text, place) => {
    expect(await refusalOf(text)).toBe(`${place} of the KML: unexpected close tag`);
  });

  test("is told where a page of blanks stands before the document", async () => {
    const page = " \n".repeat(40_000);
    expect(await refusalOf(`${page}<kml></b>`)).toBe(
      "line 40001, column 9 of the KML: unexpected close tag",
    );
    const blanks = " ".repeat(70_000);
    expect(await refusalOf(`${blanks}<kml></b>`)).toBe(
      "line 1, column 70009 of the KML: unexpected close tag",
    );
    expect(await refusalOf(`${blanks}\n${blanks}<kml></b>`)).toBe(
      "line 2, column 70009 of the KML: unexpected close tag",
    );
  });
});

/** The reads of a document of this size, whose bytes are spaces behind its beginning. */
async function readsOf(size: number, beginning: string): Promise<readonly string[]> {
  const reads: string[] = [];
  await readKml({
    path: "a.kml",
    size,
    read: (start, end) => {
      reads.push(`${start}+${end - start}`);
      const piece = new Uint8Array(end - start).fill(32);
      if (start === 0) piece.set(strToU8(beginning));
      return Promise.resolve(piece);
    },
  });
  return reads;
}

describe("what is read of a KML", () => {
  test("is all of it, in pieces of 64 KB", async () => {
    expect(await readsOf(65_536, "<kml/>")).toEqual(["0+65536"]);
    expect(await readsOf(65_537, "<kml/>")).toEqual(["0+65536", "65536+1"]);
  });

  test("is no more once it is refused", async () => {
    expect(await readsOf(200_000, "<gpx>")).toEqual(["0+65536"]);
    expect(await readsOf(33_554_433, "<kml/>")).toEqual([]);
    expect((await readsOf(33_554_432, "<gpx>")).length).toBe(1);
  });
});

const lineOf = (positions: number): string =>
  `<LineString><coordinates>${"1.5,2 ".repeat(positions)}</coordinates></LineString>`;

test.each([
  [[200_000], [200_000], 1],
  [[200_001], [200_000], 1],
  [[199_998, 2, 2], [199_998, 2], 3],
  [[199_999, 2], [199_999], 2],
  [[199_998, 3], [199_998, 2], 2],
])("of lines of %j positions %j are kept, and %i lines counted", async (counts, kept, lines) => {
  const placemark = `<Placemark>${counts.map(lineOf).join("")}</Placemark>`;
  const read = await readKml(memorySource("a.kml", strToU8(`<kml>${placemark}</kml>`)));
  expect(read.ok && read.paths.map(({ positions }) => positions.length)).toEqual(kept);
  expect(read).toMatchObject({ lines, remarks: [] });
});
