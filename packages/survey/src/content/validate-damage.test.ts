import { expect, test } from "vitest";
import type { ContentFile, ReadFiles } from "./content-request.ts";
import type { Recording } from "../readers/applanix/series-damage.ts";
import { memorySource } from "../readers/file-source.ts";
import type { Finding } from "../rules/rule.ts";
import { joined, noise, text, zeros } from "../testing/judged.ts";
import { validateDamage } from "./validate-damage.ts";

const readFiles: ReadFiles = (files, read) =>
  Promise.all(files.map(async ({ source }) => ({ path: source.path, read: await read(source) })));

const file = (path: string, bytes: Uint8Array): ContentFile => ({
  kind: "raw",
  source: memorySource(path, bytes),
});
/** A copy that broke off, and the reason that names it. */
const BROKEN = joined(noise(9), zeros(4_096));
const ZEROS = "its last 4,096 bytes or more are zeros";
const OPEN = text("<kml><Document>");
const NOT_CLOSED = `its outermost element is not closed: "<kml><Document>"`;
/** A TIFF whose directory states 65,535 entries. */
const CONTRADICTING = joined(text("II*\0"), Uint8Array.of(8, 0, 0, 0), zeros(99).fill(0xff));

const found = (rule: string, ...files: readonly string[]): Finding => ({
  rule,
  level: "blocked",
  message: "",
  files,
});
/** A recording whose last record is cut. */
const cutRecording = (path: string): Recording => ({
  path,
  pos: { before: zeros(0), behind: noise(12) },
});
const CUT = "it ends within a record: 12 bytes follow its last whole record";

async function said(
  files: readonly ContentFile[],
  recordings: readonly Recording[] = [],
  ...before: readonly Finding[]
): Promise<readonly (readonly [string, readonly string[], readonly string[] | undefined])[]> {
  const findings = await validateDamage({ files }, readFiles, recordings, before);
  return findings.map((finding) => [finding.rule, finding.files, finding.reasons]);
}

test("each kind of damage is a finding, with a reason for each of its files in their order", async () => {
  const files = [
    file("a.tif", CONTRADICTING),
    file("b.raw", BROKEN),
    file("whole.raw", noise(99)),
    file("c.kml", OPEN),
    file("d.raw", zeros(300)),
    file("e.json", text("[1")),
  ];
  expect(await said(files)).toEqual([
    [
      "content-cut-off",
      ["c.kml", "e.json"],
      [NOT_CLOSED, `its outermost element is not closed: "[1"`],
    ],
    ["content-zeros", ["b.raw", "d.raw"], [ZEROS, "all its 300 bytes are zeros"]],
    ["content-contradiction", ["a.tif"], ["its directory states 65,535 entries"]],
  ]);
});

test("a folder of whole files has no finding", async () => {
  expect(await said([file("a.raw", noise(99)), file("b.kml", text("<kml/>"))])).toEqual([]);
  expect(await said([])).toEqual([]);
});

test.each([
  "content-laser-unreadable",
  "content-pos-unreadable",
  "content-flight-plan",
  "content-laz-header",
])("a file that %s names is not named again", async (rule) => {
  const files = [file("a.kml", OPEN), file("b.kml", OPEN)];
  const recordings = [cutRecording("c.000"), cutRecording("d.000")];
  expect(await said(files, recordings, found(rule, "a.kml", "c.000"))).toEqual([
    ["content-cut-off", ["b.kml", "d.000"], [NOT_CLOSED, CUT]],
  ]);
});

test("a file that another rule names is named for its damage, too", async () => {
  const other = found("content-pos-serial", "a.kml", "c.000");
  expect(await said([file("a.kml", OPEN)], [cutRecording("c.000")], other)).toEqual([
    ["content-cut-off", ["a.kml", "c.000"], [NOT_CLOSED, CUT]],
  ]);
});

test("a recording that is damaged by itself is not named for its series as well", async () => {
  expect(await said([file("a.000", BROKEN)], [cutRecording("a.000")])).toEqual([
    ["content-zeros", ["a.000"], [ZEROS]],
  ]);
});

test("the recordings of each series are judged together", async () => {
  const whole = { before: zeros(0), behind: zeros(0) };
  const recordings = [
    { path: "a.000", pos: { ...whole, behind: noise(7) } },
    { path: "a.001", pos: whole },
    { path: "b.000", pos: { ...whole, behind: noise(12) } },
  ];
  expect(await said([], recordings)).toEqual([
    [
      "content-cut-off",
      ["a.000", "b.000"],
      ["it ends within a record, with which a.001 does not go on", CUT],
    ],
  ]);
});
