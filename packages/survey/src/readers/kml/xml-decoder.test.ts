import { expect, test } from "vitest";
import { xmlDecoder } from "./kml-parser.ts";

const declared = (encoding: string): Uint8Array =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="${encoding}"?><kml/>`);

test.each([
  [[0xff, 0xfe, 0x3c, 0], "utf-16le"],
  [[0xfe, 0xff, 0, 0x3c], "utf-16be"],
  [[0x3c, 0, 0x3f, 0], "utf-16le"],
  [[0, 0x3c, 0, 0x3f], "utf-16be"],
  [[0xff, 0x3c], "utf-8"],
  [[0x3c, 0x3f], "utf-8"],
  [[0x20, 0, 0x3c, 0], "utf-16le"],
  [[0, 0x20, 0, 0x3c], "utf-16be"],
  [[0, 0], "utf-8"],
  [[0], "utf-8"],
  [[], "utf-8"],
])("a document that begins with %j is %s", (bytes, encoding) => {
  expect(xmlDecoder(Uint8Array.from(bytes)).encoding).toBe(encoding);
});

test.each([
  ["ISO-8859-1", "windows-1252"],
  ["Shift_JIS", "shift_jis"],
  ["UTF-8", "utf-8"],
  ["UTF-16", "utf-8"],
  ["utf16", "utf-8"],
  ["ucs-2", "utf-8"],
  ["x-unheard-of", "utf-8"],
])("a document that declares %s is read as %s", (label, encoding) => {
  expect(xmlDecoder(declared(label)).encoding).toBe(encoding);
});
