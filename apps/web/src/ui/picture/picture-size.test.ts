import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

const text = (letters: string): number[] => Array.from(letters, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((by) => (value >>> by) & 255);
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const u16 = (value: number): number[] => u32(value).slice(2);
const low24 = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
const low32 = (value: number): number[] => u32(value).toReversed();

const png = (width: number, height: number): number[] =>
  [
    0x89,
    text("PNG\r\n\u001A\n"),
    u32(13),
    text("IHDR"),
    u32(width),
    u32(height),
    8,
    6,
    u32(0),
  ].flat();
const frame = (marker: number, width: number, height: number): number[] =>
  [0xff, marker, 0, 17, 8, u16(height), u16(width), zeros(10)].flat();
/** Of cameras a preview stands before the picture, within a segment of its own. */
const camera = (): number[] =>
  [0xff, 0xe1, u16(23), 0xff, 0xd8, frame(0xc0, 160, 120), 0xff, 0xff, 0xff, 0xc4, 0, 3, 0].flat();
/** Bytes behind a marker without a length that lead past the frame where they are read as one. */
const misleading = (): number[] =>
  [0xff, 0xd8, 0xff, 1, frame(0xc0, 30_000, 20_000), zeros(65_453), frame(0xc0, 9, 9)].flat();
const webp = (chunk: string, ...content: number[]): number[] =>
  [text("RIFF"), low32(4), text("WEBP"), text(chunk), low32(content.length), content].flat();
/** 14 bits of each, less 1. */
const lossless = (width: number, height: number): number[] =>
  low32((width - 1 + (height - 1) * 0x4000) >>> 0);

test.each([
  ["a PNG", png(30_000, 20_000)],
  ["a JPEG", [0xff, 0xd8, ...frame(0xc0, 30_000, 20_000)]],
  ["a progressive JPEG of a camera", [0xff, 0xd8, ...camera(), ...frame(0xc2, 30_000, 20_000)]],
  ["a JPEG whose frame follows a marker without a length", misleading()],
  ["a WebP of many parts", webp("VP8X", 0, 0, 0, 0, ...low24(29_999), ...low24(19_999))],
])("%s states its pixels in its head", (_, bytes) => {
  expect(pictureSize(Uint8Array.from(bytes))).toEqual({ width: 30_000, height: 20_000 });
});

test.each([
  ["with losses", webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, 0x34, 0x12, 0xff, 0xff)],
  ["without", webp("VP8L", 0x2f, ...lossless(0x1234, 0x3fff))],
])("a WebP %s states 14 bits of each side", (_, bytes) => {
  expect(pictureSize(Uint8Array.from(bytes))).toEqual({ width: 0x1234, height: 0x3fff });
});

test.each([
  ["nothing", []],
  ["a PNG that is cut off", png(9, 9).slice(0, 20)],
  ["a JPEG of scans alone", [0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, ...frame(0xc0, 9, 9)]],
  ["a JPEG with a stuffed zero", [0xff, 0xd8, 0xff, 0, 0, 2, ...frame(0xc0, 9, 9)]],
  ["a JPEG whose segments have no length", [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]],
  ["a WebP of another kind", webp("ANIM", ...low32(0), ...low32(0), ...low32(0))],
  ["a GIF", text("GIF89a\u0009\u0000\u0009\u0000")],
  ["a page", text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")],
])("%s is no picture whose pixels are known", (_, bytes) => {
  expect(pictureSize(Uint8Array.from(bytes))).toBeUndefined();
});
