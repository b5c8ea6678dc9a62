import fc from "fast-check";
import { expect, test } from "vitest";
import { NORMALISED_LENGTH, normaliseMessage, visibleText } from "./normalise-message.ts";

test.each([
  [
    "ERROR: cannot open '/data/FL000123_045/line_12.laz' for read",
    "ERROR: cannot open '<file>' for read",
  ],
  [String.raw`cannot open C:\scratch\run 7\strip.las`, "cannot open <file>"],
  ["line_3.las: no points in the file", "<file>: no points in the file"],
  ["FL000101_045.003: ends at record 1,204 of 98.304", "<file>: ends at record <n> of <n>"],
  [
    "Strip difference is 0.254 m, at most 0.1 m is allowed",
    "Strip difference is <n> m, at most <n> m is allowed",
  ],
  ["took -1.5e-3 s at 2026-03-14T01:22:00.123Z", "took <n> s at <time>"],
  ["12:30:01.5 GPS week 2409: gap", "<time> GPS week <n>: gap"],
  ["segfault at 0x7fff5fbff8c0 in reader", "segfault at <address> in reader"],
  [
    "no answer of 10.0.0.12:5432 (https://store.example/b?k=1)",
    "no answer of <address> (<address>)",
  ],
  ["no manifest of 5f2d1c9ab34e77001f2c3d4e", "no manifest of <id>"],
  ["FL000123_045 has no plan of PRJ00012", "<id> has no plan of <id>"],
  ["points 12, 13, 14 and 15 are missing", "points <n> and <n> are missing"],
  ["size=123;limit=(45,46)", "size=<n>;limit=(<n>,<n>)"],
  ["task tile-12 exited with code 137", "task tile-<n> exited with code 137"],
  ["exited with code 137, 2 of 4 lost", "exited with code 137, <n> of <n> lost"],
  ["read/write of and/or", "read/write of and/or"],
  ["deadbeef is a word and 0 is none", "deadbeef is a word and <n> is none"],
])("%s", (message, normalised) => {
  expect(normaliseMessage(message)).toBe(normalised);
});

test.each([
  "2026-03-14",
  "2026-03-14T01:22:00",
  "2026-03-14T01:22:00Z",
  "2026-03-14T01:22:00+10:00",
  "2026-03-14T01:22:00-0330",
  "2026-03-14_01:22:00.5",
  "12:30",
  "9:05Z",
  "12:30:01",
  "12:30:01,123456",
  "14/03/2026",
  "1.3.2026",
])("%s is a time", (word) => {
  expect(normaliseMessage(`ended at ${word} early`)).toBe("ended at <time> early");
});

test.each([
  ["x2026-03-14", "x<n>-<n>-<n>"],
  ["2026-03-14x", "<n>-<n>-<n>x"],
  ["x12:30", "x<n>:<n>"],
  ["12:30x", "<n>:<n>x"],
  ["x14/03/2026", "<file>"],
  ["14/03/2026x", "<file>"],
])("%s is no time", (word, normalised) => {
  expect(normaliseMessage(word)).toBe(normalised);
});

test.each([
  "0x7FFF5fbff8c0",
  "https://store.example/b?k=1",
  "s3://lidar/FL000123",
  "10.0.0.12",
  "10.0.0.12:5432",
  "casey.crew@survey-west.example.com",
])("%s is an address", (word) => {
  expect(normaliseMessage(`no answer of ${word} yet`)).toBe("no answer of <address> yet");
});

test.each([
  ["ab0x12", "ab<n>x<n>"],
  ["0x12zz", "<n>x<n>zz"],
  ["1http://store/b", "<file>"],
  ["v10.0.0.12", "v<n>"],
  ["10.0.0.12x", "<n>x"],
  ["a@b@survey.example", "a@b@survey.example"],
  ["crew@survey.example/b", "crew@survey.example/b"],
])("%s is no address", (word, normalised) => {
  expect(normaliseMessage(word)).toBe(normalised);
});

test.each([
  "/data",
  "~/run",
  "./run",
  "../run",
  "s3:/run",
  String.raw`C:\run`,
  "a/b/c",
  "a/b.laz",
  "a/line_1.abc",
  "run_1/line.abc",
])("%s is a path or a file", (word) => {
  expect(normaliseMessage(`lost ${word} there`)).toBe("lost <file> there");
});

test.each([
  ["3f2a9c1d", "<id>"],
  ["3F2A9C1D", "<id>"],
  ["a".repeat(120), "a".repeat(120)],
  ["a".repeat(121), "<id>"],
])("%s is told by as %s", (word, normalised) => {
  expect(normaliseMessage(word)).toBe(normalised);
});

test.each([
  ["a run of one kind is one", "lost 12, 13; 14 15", "lost <n>"],
  ["of two kinds it is two", "lost 12 a.laz 13", "lost <n> <file> <n>"],
  ["words with a number in them are none", "tile1 tile2", "tile<n> tile<n>"],
  ["nor are units", "1x 2x", "<n>x <n>x"],
  ["nor what commas precede", "lost 12 ,13 ,14", "lost <n> ,<n> ,<n>"],
])("%s: %s", (_, message, normalised) => {
  expect(normaliseMessage(message)).toBe(normalised);
});

test("a mark that stands alone stays, and words are set apart by one space", () => {
  expect(normaliseMessage("bad ' \t \" name")).toBe("bad ' \" name");
});

test("a text that is longer than a message ends with its last whole word", () => {
  const most = "abcd ".repeat(47) + "abcde";
  expect(most).toHaveLength(NORMALISED_LENGTH);
  expect(normaliseMessage(most)).toBe(most);
  expect(normaliseMessage(`${most}f`)).toBe("abcd ".repeat(47).trim());
  expect(normaliseMessage("(".repeat(300))).toBe("(".repeat(NORMALISED_LENGTH));
});

test("visible text is a start of what was written, with a space for what cannot be seen", () => {
  expect(visibleText(" bad\u0000\u202eheader\n", 20)).toBe("bad header");
  expect(visibleText("bad header", 5)).toBe("bad h");
});

test("contract/F1 what the summary leaves out has no message", () => {
  expect(normaliseMessage("ERROR: No Input Specified for las2las")).toBe("");
  expect(normaliseMessage(" \n\t ")).toBe("");
});

test("contract/F2 a realloc of a point buffer is one message", () => {
  const one = normaliseMessage("ERROR 7: point buffer realloc of 3221225472 bytes at 0x12 failed");
  expect(one).toBe("ERROR <n>: point buffer realloc");
  expect(normaliseMessage("ERROR 9: point buffer realloc: out of luck")).toBe(one);
});

test("what cannot be seen neither hides nor turns a message", () => {
  const seen = normaliseMessage("bad header in a.laz");
  expect(normaliseMessage("bad\u0000 header\u202e in\u200b \u2067a.laz\u2069\r\n")).toBe(seen);
  expect(normaliseMessage("b\u0007")).toBe("b");
});

/** What messages of hostile or broken programs are made of. */
const HOSTILE = [
  "/",
  "\\",
  ".",
  "-",
  "_",
  ":",
  "@",
  "<n>",
  "<file>",
  "<",
  ">",
  "0x",
  "e",
  "1",
  "12",
  "0",
  "code ",
  "signal",
  " ",
  "\n",
  ",",
  ", ",
  ";",
  "=",
  "(",
  ")",
  "\u202e",
  "\u0000",
  "\ud800",

  "file",
  ".las",
  "٣",
  "FL000123",
  "2026-03-14",
  "T01:22",
  "abc",
  "é",
  "😀",
  "a1b2c3d4",
  "'",
  '"',
];
const hostile = fc
  .array(fc.constantFrom(...HOSTILE), { maxLength: 120 })
  .map((parts) => parts.join(""));
const anything = fc.oneof(
  hostile,
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
);

test("contract/N1 normalised once more a message is the same", () => {
  fc.assert(
    fc.property(anything, (message) => {
      const once = normaliseMessage(message);
      expect(normaliseMessage(once)).toBe(once);
    }),
    { numRuns: 3_000 },
  );
});

test("contract/N1 what a placeholder joins to something else is normalised with it", () => {
  const once = normaliseMessage("0\\");
  expect(normaliseMessage(once)).toBe(once);
});

test("contract/N2 a message is bounded, well-formed, visible and without numbers but codes", () => {
  fc.assert(
    fc.property(anything, (message) => {
      const out = normaliseMessage(message);
      expect(out.length).toBeLessThanOrEqual(NORMALISED_LENGTH);
      expect(out.isWellFormed()).toBe(true);
      expect(out).not.toMatch(/[\p{Cc}\p{Cf}]|^\s|\s$|\s\s/u);
      expect(out.replaceAll(/(?:code|status|signal|errno) \d+/gi, "")).not.toMatch(/\p{Nd}/u);
    }),
    { numRuns: 3_000 },
  );
});

const said = (file: string, count: number): string =>
  normaliseMessage(`WARNING: ${file} has ${count} points outside at ${count + 0.5} m`);

test("messages that differ in what runs differ in are one", () => {
  const path = fc.stringMatching(/^\/[a-z]{1,8}\/[a-z0-9_]{1,12}\.laz$/);
  fc.assert(
    fc.property(path, path, fc.nat(), fc.nat(), (a, b, m, n) => {
      expect(said(a, m)).toBe(said(b, n));
    }),
  );
});

test("contract/N3 of a line of a megabyte the first 4,000 characters are read, whatever repeats in it", () => {
  const bad = [
    "a",
    "/",
    ".",
    "1.",
    ")",
    "((",
    "a@",
    "0x",
    "e1",
    "\u202e",
    "<",
    "-1e",
    "a1",
    "::",
    "12:",
  ];
  // Of each a word of a megabyte, and as many words.
  for (const text of bad.flatMap((part) => [part, `${part} `])) {
    const line = text.repeat(1_000_000 / text.length);
    const out = normaliseMessage(line);
    expect(out).toBe(normaliseMessage(line.slice(0, 4_000)));
    expect(out.length).toBeLessThanOrEqual(NORMALISED_LENGTH);
  }
  expect(normaliseMessage(`${" ".repeat(3_999)}failed`)).toBe("f");
});
