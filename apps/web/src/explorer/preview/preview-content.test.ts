import { expect, test } from "vitest";
import { bytesOfPreview, type Preview, previewOf } from "./preview-content.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const ofText = (name: string, text: string, size = bytesOf(text).length): Preview =>
  previewOf(name, bytesOf(text), size);

test("a text, a table and a cloud need their first bytes alone, a picture and a PDF all of them", () => {
  const large = 5_000_000;
  expect(bytesOfPreview("a.log", large)).toBe(262_144);
  expect(bytesOfPreview("a.csv", 100)).toBe(100);
  expect(bytesOfPreview("a.LAZ", large)).toBe(4_096);
  expect(bytesOfPreview("a.jpg", large)).toBe(large);
  expect(bytesOfPreview("a.pdf", large)).toBe(large);
});

test("an empty file and one that is too large are not read", () => {
  expect(bytesOfPreview("a.txt", 0)).toEqual({ kind: "empty" });
  expect(bytesOfPreview("a.pdf", 33_554_433)).toEqual({ kind: "tooLarge", most: 33_554_432 });
  expect(bytesOfPreview("a.svg", 2_097_153)).toEqual({ kind: "tooLarge", most: 2_097_152 });
});

test("a text is read as UTF-8, UTF-16 or Windows-1252, whatever its name", () => {
  expect(ofText("notes", "Überflug\n")).toEqual({ kind: "text", text: "Überflug\n", isCut: false });
  const wide = new Uint8Array([0xff, 0xfe, 0xdc, 0x00, 0x62, 0x00]);
  expect(previewOf("a.txt", wide, 6)).toMatchObject({ text: "Üb" });
  const western = new Uint8Array([0xdc, 0x62]);
  expect(previewOf("a.txt", western, 2)).toMatchObject({ text: "Üb" });
});

test("a letter that the cut divides does not make a text something else", () => {
  const bytes = bytesOf("flights Ü").subarray(0, -1);
  expect(previewOf("a.log", bytes, 100)).toEqual({ kind: "text", text: "flights ", isCut: true });
});

test("bytes with control characters are no text", () => {
  expect(previewOf("sensor.000", new Uint8Array([0x41, 0x00, 0x01]), 3)).toEqual({
    kind: "binary",
  });
});

test("JSON of one line gets line breaks, and no number changes", () => {
  expect(ofText("a.json", '{"a": [1, 2.5]}')).toMatchObject({
    text: '{\n  "a": [\n    1,\n    2.5\n  ]\n}',
  });
  const exact = '{"id":12345678901234567890,"x":1.50}';
  expect(ofText("a.json", exact)).toMatchObject({ text: exact });
  expect(ofText("a.json", '{"a":')).toMatchObject({ text: '{"a":' });
});

test("a table is read by the separator that it uses", () => {
  const rows = [
    ["Line", "Note"],
    ["1", "north; windy"],
  ];
  expect(ofText("a.csv", 'Line,Note\r\n1,"north; windy"\r\n')).toEqual({
    kind: "table",
    rows,
    isCut: false,
  });
  expect(ofText("a.csv", 'Line;Note\n1;"north; windy"\n')).toMatchObject({ rows });
  expect(ofText("a.tsv", "Line\tNote\n1\tnorth; windy\n")).toMatchObject({ rows });
});

test("the row that the cut divides is left out, and 500 rows are enough", () => {
  expect(ofText("a.csv", "a,b\n1,2\n3,", 1_000)).toEqual({
    kind: "table",
    rows: [
      ["a", "b"],
      ["1", "2"],
    ],
    isCut: true,
  });
  const long = ofText("a.csv", "1,2\n".repeat(600));
  expect(long).toMatchObject({ kind: "table", isCut: true });
  expect(long.kind === "table" && long.rows.length).toBe(500);
});

test("a picture that is none, and a cloud with another header, are told apart from good ones", () => {
  expect(ofText("a.png", "no picture")).toMatchObject({ kind: "picture", rasters: undefined });
  expect(ofText("a.las", "no cloud")).toEqual({ kind: "damagedCloud" });
});
