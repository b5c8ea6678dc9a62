import fc from "fast-check";
import { expect, test } from "vitest";
import { downloadEndpoints, readDownloadParameters } from "./downloads.ts";

const ID = "a".repeat(24);
const of = { id: ID, sensor: "SL000153", project: "PRJ00001", aoi: 2 };
const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

test.each([
  [`${ID},SL000153,PRJ00001,2`, of],
  [`${ID},SL000153,,`, { ...of, project: null, aoi: null }],
  [encoded(of), of],
  [encoded({ id: ID, sensor: "SL000153" }), { ...of, project: null, aoi: null }],
  [
    encoded({ ...of, id: "0f8fad5b-d9cb-469f-a165-70867728950e" }),
    { ...of, id: "0f8fad5b-d9cb-469f-a165-70867728950e" },
  ],
])("%s is read", (text, read) => {
  expect(readDownloadParameters(text)).toEqual(read);
});

test.each([
  "",
  ",,,",
  `${ID},SL000153,PRJ00001`,
  `${ID},SL000153,PRJ00001,2,3`,
  `${ID},SL000153,PRJ00001,0`,
  `${ID},SL000153,PRJ00001,1e2`,
  `${ID},SL000153,PRJ00001, 2`,
  `${ID},sl000153,PRJ00001,2`,
  `../${ID},SL000153,PRJ00001,2`,
  encoded({ ...of, bucket: "swath-uploads" }),
  encoded({ ...of, __proto__: null, constructor: 1 }),
  encoded([of]),
  encoded("text"),
  `${encoded(of)}!`,
  Buffer.from([0xff, 0xfe]).toString("base64url"),
  "a".repeat(600),
])("%s is refused", (text) => {
  expect(readDownloadParameters(text)).toBeUndefined();
});

test("whatever stands there it is read as what it is, or refused", () => {
  const shapes = fc.oneof(
    fc.string({ maxLength: 700, unit: "binary" }),
    fc.array(fc.string({ maxLength: 30 }), { maxLength: 6 }).map((parts) => parts.join(",")),
    fc.jsonValue().map(encoded),
    fc
      .record({ id: fc.string(), sensor: fc.string(), project: fc.string(), aoi: fc.double() })
      .map(encoded),
  );
  fc.assert(
    fc.property(shapes, (text) => {
      const read = readDownloadParameters(text);
      if (read === undefined) return;
      expect(read.id).toMatch(/^[0-9a-f-]{24,36}$/);
      expect(Object.keys(read).toSorted()).toEqual(["aoi", "id", "project", "sensor"]);
    }),
    { numRuns: 500 },
  );
});

test("both forms of one link are the same", () => {
  const links = fc.record({
    id: fc.stringMatching(/^[0-9a-f]{24}$/),
    sensor: fc.stringMatching(/^SL[0-9]{6}$/),
    project: fc.option(fc.stringMatching(/^PRJ[0-9]{5}$/)),
    aoi: fc.option(fc.integer({ min: 1, max: 99_999 })),
  });
  fc.assert(
    fc.property(links, (link) => {
      const { id, sensor, project, aoi } = link;
      const list = [id, sensor, project ?? "", aoi ?? ""].join(",");
      expect(readDownloadParameters(list)).toEqual(link);
      expect(readDownloadParameters(encoded(link))).toEqual(link);
    }),
  );
});

/** The link as JSON, of which a former value of its sensor holds these bytes. */
const twice = (bytes: Uint8Array): string =>
  Buffer.concat([
    Buffer.from('{"sensor":"'),
    bytes,
    Buffer.from(`",${JSON.stringify(of).slice(1)}`),
  ]).toString("base64url");

test("a link is UTF-8 in the letters of base64url", () => {
  const text = twice(Buffer.from("~aa?"));
  expect(text).toMatch(/-.*_|_.*-/);
  expect(readDownloadParameters(text)).toEqual(of);
  expect(readDownloadParameters(twice(Uint8Array.of(0xff)))).toBeUndefined();
  expect(readDownloadParameters(`${encoded(of)} `)).toBeUndefined();
});

test("a link has at most 512 characters", () => {
  const ofBytes = (count: number): string =>
    Buffer.from(JSON.stringify(of).padEnd(count)).toString("base64url");
  expect(ofBytes(384)).toHaveLength(512);
  expect(readDownloadParameters(ofBytes(384))).toEqual(of);
  expect(readDownloadParameters(ofBytes(385))).toBeUndefined();
});

test("a download is asked for by the parameters of a link, or by what they say", () => {
  const { body } = downloadEndpoints.authoriseDownload;
  const file = "LMS/line_1.laz";
  expect(body.parse({ parameters: encoded(of), file })).toEqual({ parameters: of, file });
  expect(body.parse({ ...of, file })).toEqual({ ...of, file });
  const [issue] = body.safeParse({ parameters: "none", file }).error?.issues ?? [];
  const message = "must be JSON in base64url, or {id},{sensor},{project},{aoi}";
  expect(issue).toHaveProperty(
    "errors",
    expect.arrayContaining([
      [expect.objectContaining({ code: "custom", path: ["parameters"], message })],
    ]),
  );
});
