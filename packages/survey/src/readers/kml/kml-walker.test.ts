import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { type Refused, refused } from "../file-source.ts";
import { KmlParser } from "./kml-parser.ts";
import { placeFault } from "./kml-shapes.ts";
import { type KmlFeature, type KmlSink, KmlWalker } from "./kml-walker.ts";

/** What a sink is told: `begin`, `1 2` for a position, `line` or `no line` for a part, a feature. */
type Told = string | KmlFeature;

interface Answers {
  readonly strays?: boolean;
  readonly feature?: (feature: KmlFeature) => Refused | undefined;
}

/** Leads a walker through a document and notes what it tells its sink. */
function walked(document: string, { strays = false, feature }: Answers = {}) {
  const told: Told[] = [];
  const sink: KmlSink = {
    strays,
    begin: () => told.push("begin"),
    position: (longitude, latitude) => {
      told.push(`${longitude} ${latitude}`);
      return placeFault(longitude, latitude);
    },
    part: (part, drawn) => told.push(drawn ? part : `no ${part}`),
    feature: (of) => {
      told.push(of);
      return feature?.(of);
    },
  };
  const walker = new KmlWalker(sink);
  const parser = new KmlParser(walker);
  parser.write(strToU8(document));
  const refusal = parser.finish();
  return { told, remarks: walker.remarks, refusal };
}

const walk = (body: string, answers?: Answers) =>
  walked(`<kml><Document>${body}</Document></kml>`, answers);
/** The features of a document, and nothing that they draw. */
const featuresOf = (body: string) => walk(body).told.filter((of) => typeof of !== "string");
const mark = (body: string): string => `<Placemark>${body}</Placemark>`;
/** What a placemark draws. */
const drawnOf = (body: string) => walk(mark(body)).told.slice(1, -1);
const coordinates = (text: string): string => `<coordinates>${text}</coordinates>`;
const line = (text: string): string => `<LineString>${coordinates(text)}</LineString>`;
const point = (text: string): string => `<Point>${coordinates(text)}</Point>`;
const ring = (text: string): string => `<LinearRing>${coordinates(text)}</LinearRing>`;
const outer = (text: string): string => `<outerBoundaryIs>${ring(text)}</outerBoundaryIs>`;
const inner = (text: string): string => `<innerBoundaryIs>${ring(text)}</innerBoundaryIs>`;
const polygon = (...rings: readonly string[]): string => `<Polygon>${rings.join("")}</Polygon>`;
const folder = (name: string, body: string): string =>
  `<Folder><name>${name}</name>${body}</Folder>`;
const overlay = (content: string): string => `<GroundOverlay>${content}</GroundOverlay>`;
const box = (content: string): string => `<LatLonBox>${content}</LatLonBox>`;
const track = (...coords: readonly string[]): string =>
  `<gx:Track>${coords.map((coord) => `<gx:coord>${coord}</gx:coord>`).join("")}</gx:Track>`;

const SQUARE = "0.5,0 1,0 1,1 0.5,0";
const SQUARE_TOLD = ["0.5 0", "1 0", "1 1", "0.5 0"];
/** A ring of too few vertices. */
const STRIPE = "0.5,0 1,0 0.5,0";
const STRIPE_TOLD = ["0.5 0", "1 0", "0.5 0"];
const PLACEMARK: KmlFeature = {
  element: "Placemark",
  name: "",
  href: "",
  marked: false,
  folders: [],
};

describe("the root of a document", () => {
  test.each(["kml", "Document", "Folder", "Placemark", "k:kml", "a.b:Document"])(
    "may be %s",
    (root) => {
      expect(walked(`<${root} xmlns:k="k"/>`).refusal).toBeUndefined();
    },
  );

  test.each(["gpx", "KML", "kml2", "Polygon", "kml:gpx", "NetworkLink"])("is not %s", (root) => {
    expect(walked(`<${root}/>`).refusal).toEqual({ ok: false, fault: "notKml" });
  });

  test("alone must be one of KML's", () => {
    expect(walked("<kml><gpx/><x:y><z/></x:y></kml>").refusal).toBeUndefined();
  });

  test("that is wrong refuses the document, whatever is wrong in it", () => {
    const refusal = { ok: false, fault: "notKml" };
    expect(walked(`<gpx>${mark(line("x"))}</gpx>`).refusal).toEqual(refusal);
  });
});

describe("a placemark", () => {
  test("is told from its begin to its end, with its parts between them", () => {
    const body = mark(`<name>A</name>${line("1.5,2 3,4")}${point("5.5,6,7")}`);
    expect(walk(body)).toEqual({
      told: ["begin", "1.5 2", "3 4", "line", "5.5 6", "point", { ...PLACEMARK, name: "A" }],
      remarks: [],
      refusal: undefined,
    });
  });

  test.each([
    ["line", line("1.5,2 3,4"), ["1.5 2", "3 4", "line"]],
    ["point", point("1,2"), ["1 2", "point"]],
    ["point of its first position", point("1.5,2 3,4"), ["1.5 2", "point"]],
    ["ring of its own", ring(SQUARE), [...SQUARE_TOLD, "line"]],
    ["polygon", polygon(outer(SQUARE)), [...SQUARE_TOLD, "outer"]],
    [
      "polygon with a hole",
      polygon(outer(SQUARE), inner(SQUARE)),
      [...SQUARE_TOLD, "outer", ...SQUARE_TOLD, "inner"],
    ],
    [
      "quadrangle",
      `<gx:LatLonQuad>${coordinates(SQUARE)}</gx:LatLonQuad>`,
      [...SQUARE_TOLD, "box"],
    ],
    ["track", track("1 2 3", "4 5"), ["1 2", "4 5", "line"]],
    ["track of any spaces", track(" 1 \n 2\t3 ", "4  5 6 7"), ["1 2", "4 5", "line"]],
    ["track with a place not known", track("1 2", " ", "", "4 5"), ["1 2", "4 5", "line"]],
    [
      "track with times",
      `<gx:Track><when>2026</when><gx:coord>1 2</gx:coord><when/><gx:coord>4 5</gx:coord></gx:Track>`,
      ["1 2", "4 5", "line"],
    ],
    ["coord outside a track", "<coord>1 2</coord>", []],
    ["line of one vertex", line("1.5,2"), ["1.5 2", "no line"]],
    ["line of none", line(" "), ["no line"]],
    ["track of one vertex", track("1 2"), ["1 2", "no line"]],
    ["track of none", track(), ["no line"]],
    ["point of none", point(""), ["no point"]],
    ["ring of too few", ring(STRIPE), [...STRIPE_TOLD, "no line"]],
    ["ring that is open", ring("0.5,0 1,0 1,1"), ["0.5 0", "1 0", "1 1", "line"]],
  ])("draws a %s", (_, shape, told) => {
    expect(drawnOf(shape)).toEqual(told);
  });

  test.each([
    ["and its holes", polygon(outer(STRIPE), inner(SQUARE)), ["no outer", "no inner"]],
    ["and no line beside it", polygon(outer(STRIPE)) + ring(SQUARE), ["no outer", "line"]],
    [
      "and no hole of the next polygon",
      polygon(outer(STRIPE)) + polygon(inner(SQUARE), outer(SQUARE)),
      ["no outer", "inner", "outer"],
    ],
    ["but a lost hole", polygon(outer(SQUARE), inner(STRIPE)), ["outer", "no inner"]],
    [
      "but a hole behind a lost hole",
      polygon(outer(SQUARE), inner(STRIPE), inner(SQUARE)),
      ["outer", "no inner", "inner"],
    ],
  ])("leaves a polygon's broken outer ring out, %s", (_, shapes, parts) => {
    const told = drawnOf(shapes).filter((of) => typeof of === "string" && !/\d/.test(of));
    expect(told).toEqual(parts);
  });

  test.each([
    ["<name> A </name>", { name: "A" }],
    ["<name>a<b>c</b>d</name>", { name: "d" }],
    ["<name>a</name><name>b</name>", { name: "b" }],
    ["<Data><name>a</name></Data>", { name: "" }],
    ["<Style><name>XS1</name></Style>", { marked: true, name: "" }],
    ["<title>XS1</title>", {}],
    ["<description>an x-line</description>", { marked: true }],
    ["<Snippet>tie line</Snippet>", { marked: true }],
    ["<Data><value>XS1</value></Data>", { marked: true }],
    ["<Data><displayName>XS1</displayName></Data>", { marked: true }],
    ["<SimpleData>XS1</SimpleData>", { marked: true }],
    ["<BalloonStyle><text>XS1</text></BalloonStyle>", { marked: true }],
    ["<name>XS1</name><description>L</description>", { marked: true, name: "XS1" }],
    ["<Icon><href> XS1.png </href></Icon>", { href: "XS1.png" }],
    ["XS1", {}],
  ])("takes %s", (body, facts) => {
    expect(featuresOf(mark(body))).toEqual([{ ...PLACEMARK, ...facts }]);
  });

  test("keeps 65,536 letters of a text, in however many pieces it comes", () => {
    const most = "a".repeat(65_535);
    expect(featuresOf(mark(`<name>${most}bc</name>`))).toEqual([
      { ...PLACEMARK, name: `${most}b` },
    ]);
    expect(featuresOf(mark(`<name>${most}<![CDATA[bc]]>d</name>`))).toEqual([
      { ...PLACEMARK, name: `${most}b` },
    ]);
  });

  test("keeps all positions of a longer text, in pieces too", () => {
    const many = `${"1.5,2 ".repeat(20_000)}<![CDATA[3,4]]> 5,6`;
    const told = drawnOf(line(many));
    expect(told).toHaveLength(20_003);
    expect(told.slice(-3)).toEqual(["3 4", "5 6", "line"]);
  });
});

describe("folders", () => {
  test("around a placemark are named, outermost first, and closed behind it", () => {
    const body = folder(" A ", folder("B", mark("")) + mark("")) + `<Folder>${mark("")}</Folder>`;
    expect(featuresOf(body + mark(""))).toEqual([
      { ...PLACEMARK, folders: ["A", "B"] },
      { ...PLACEMARK, folders: ["A"] },
      { ...PLACEMARK, folders: [""] },
      PLACEMARK,
    ]);
  });

  test.each([
    ["<name>Cross strips</name>", true],
    ["<description>tie lines</description>", true],
    ["<name>Lines</name>", false],
    ["<Style><name>XS1</name></Style>", false],
    ["<href>XS1</href>", false],
    ["<Icon><href>XS1</href></Icon>", false],
  ])("with %s mark their placemarks: %s", (words, marked) => {
    const marks = featuresOf(`<Folder>${words}<Folder>${mark("")}</Folder></Folder>${mark("")}`);
    expect(marks).toMatchObject([{ marked }, { marked: false }]);
  });

  test("are not named by what only a document states", () => {
    expect(featuresOf(`<name>XS1</name>${folder("A", mark(""))}`)).toEqual([
      { ...PLACEMARK, folders: ["A"] },
    ]);
  });

  test("do not take the words of a placemark in them", () => {
    const marks = featuresOf(folder("A", mark("<name>XS1</name>") + mark("")));
    expect(marks).toMatchObject([
      { name: "XS1", marked: true, folders: ["A"] },
      { name: "", marked: false, folders: ["A"] },
    ]);
  });
});

describe("overlays and links", () => {
  const sides = "<west>1</west><south>2</south><east>3</east><north>4</north>";
  const OVERLAY: KmlFeature = { ...PLACEMARK, element: "GroundOverlay" };

  test("a ground overlay is a box from its south-west corner on", () => {
    const body = overlay(`<name>O</name><Icon><href>o.png</href></Icon>${box(sides)}`);
    const feature = { ...OVERLAY, name: "O", href: "o.png" };
    const told = ["begin", "1 2", "3 2", "3 4", "1 4", "box", feature];
    expect(walk(body).told).toEqual(told);
  });

  test("a ground overlay's quadrangle is its box", () => {
    const quad = `<gx:LatLonQuad>${coordinates("1,2 3,2 3,4 1,4")}</gx:LatLonQuad>`;
    const told = ["begin", "1 2", "3 2", "3 4", "1 4", "box", OVERLAY];
    expect(walk(overlay(quad))).toMatchObject({ told });
  });

  test.each(["west", "south", "east", "north"])("a box without its %s is not drawn", (side) => {
    const [left, empty, blank, word] = [
      "",
      `<${side}/>`,
      `<${side}> </${side}>`,
      `<${side}>x</${side}>`,
    ].map((text) => sides.replace(new RegExp(`<${side}>.</${side}>`), text));
    for (const content of [left, empty, blank, word])
      expect(walk(overlay(box(content ?? ""))).told).toEqual(["begin", OVERLAY]);
  });

  test("a box is of one overlay, and of no placemark", () => {
    const told = walk(overlay(box(sides)) + overlay("") + mark(box(sides))).told;
    expect(told.slice(6)).toEqual([OVERLAY, "begin", OVERLAY, "begin", PLACEMARK]);
  });

  test("a link tells its address, which marks nothing", () => {
    const link = "<NetworkLink><name>N</name><Link><href>XS1.kml</href></Link></NetworkLink>";
    expect(walk(link).told).toEqual([
      "begin",
      { ...PLACEMARK, element: "NetworkLink", name: "N", href: "XS1.kml" },
    ]);
  });
});

describe("shapes outside of any feature", () => {
  const body = line("1.5,2 3,4") + track("5 6", "7 8") + line("1.5,2");

  test("are told to a sink that takes them, and remarked on to none", () => {
    expect(walk(body, { strays: true })).toEqual({
      told: ["1.5 2", "3 4", "line", "5 6", "7 8", "line", "1.5 2", "no line"],
      remarks: [],
      refusal: undefined,
    });
  });

  test("are told to no other, however broken they are", () => {
    expect(walk(body + line("x"))).toEqual({ told: [], remarks: [], refusal: undefined });
  });
});

const refuseNamed = ({ name }: KmlFeature) => (name === "" ? undefined : refused("tooLarge", name));

describe("remarks and refusals", () => {
  test("name the placemark by its number, its name and the line of the shape", () => {
    const body = `\n${overlay("")}${mark("")}\n${mark(`\n${line("1.5,2")}<name>B</name>`)}`;
    expect(walk(body).remarks).toEqual([
      "placemark 2 (B), line 4 of the KML: a line of one vertex: left out",
    ]);
  });

  const whole = "only whole degrees: are these decimal commas?";
  const open = "a ring that is not closed: its last vertex is joined to its first";
  test.each([
    ["whole degrees", line("1,2 3,4"), [whole]],
    ["degrees with one fraction", line("1,2 3,4.5"), []],
    ["a point of whole degrees", point("1,2"), []],
    [
      "points of whole degrees",
      point("1,2 3,4"),
      [whole, "a point of 2 positions: its first is taken"],
    ],
    ["a track of whole degrees", track("1 2", "3 4"), []],
    [
      "tracks of one vertex each",
      track("1 2") + track("3 4"),
      Array(2).fill("a track of one vertex: left out"),
    ],
    [
      "lines of one vertex each",
      line("1.5,2") + line("3.5,4"),
      Array(2).fill("a line of one vertex: left out"),
    ],
    ["a track without places", track(" "), ["a track without coordinates: left out"]],
    ["a closed ring", ring(SQUARE), []],
    ["a ring open to the north", ring("0.5,0 1,0 1,1 0.5,1"), [open]],
    ["a ring open to the east", ring("0.5,0 1,0 1,1 1,0"), [open]],
  ])("are made on %s", (_, shapes, texts) => {
    const remarks = texts.map((text) => `placemark 1, line 1 of the KML: ${text}`);
    expect(walk(mark(shapes)).remarks).toEqual(remarks);
  });

  test.each([
    [
      "a number alone",
      line("5"),
      "5 stands alone, where a position has two numbers or three: are these decimal commas?",
    ],
    [
      "a track's number alone",
      track("5"),
      "5 stands alone, where a position has two numbers or three: are these decimal commas?",
    ],
    ["a word", track("1 b"), '"b" is not a number'],
  ])("refuse %s as bad coordinates", (_, shape, about) => {
    expect(walk(mark(`<name>L</name>\n${shape}`)).refusal).toEqual({
      ok: false,
      fault: "badCoordinates",
      about: `placemark 1 (L), line 2 of the KML: ${about}`,
    });
  });

  test("refuse the first place that is none, and keep to it", () => {
    const bad = mark(line("1.5,91 1,1")) + mark(line("x"));
    expect(walk(mark("") + bad).refusal).toEqual({
      ok: false,
      fault: "outOfRange",
      about:
        "placemark 2, line 1 of the KML: longitude 1.5, latitude 91 is not a place: are longitude and latitude swapped?",
    });
  });

  test("name a stray shape by the placemark that follows it", () => {
    expect(walk(mark("") + line("x"), { strays: true }).refusal).toMatchObject({
      about: 'placemark 2, line 1 of the KML: "x" is not a number',
    });
  });

  test("are the sink's too: its first refusal stays", () => {
    const body = mark("") + mark("<name>A</name>") + mark("<name>B</name>");
    expect(walk(body, { feature: refuseNamed }).refusal).toEqual({
      ok: false,
      fault: "tooLarge",
      about: "A",
    });
    expect(walk(mark(line("x")) + body, { feature: refuseNamed }).refusal).toMatchObject({
      fault: "badCoordinates",
    });
  });
});
