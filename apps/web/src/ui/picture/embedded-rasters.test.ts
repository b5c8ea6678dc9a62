import { expect, test } from "vitest";
import { embeddedRasters } from "./picture-size.ts";

/** The address of a PNG of which only the head is there. */
function pngHead(width: number, height: number): string {
  const bytes = new DataView(new ArrayBuffer(33));
  const words = [0x8950_4e47, 0x0d0a_1a0a, 13, 0x4948_4452, width, height];
  for (const [at, word] of words.entries()) bytes.setUint32(4 * at, word);
  return `data:image/png;base64,${btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)))}`;
}

const huge = pngHead(30_000, 30_000);
const small = pngHead(20, 10);
const svgOf = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
const nested = `data:image/svg+xml;base64,${btoa(svgOf(`<image href="${huge}"/>`))}`;
const sheet = `data:text/css,${encodeURIComponent(`p{background:url(${huge})}`)}`;

test.each([
  ["an attribute without quotes", `<img src=${huge}>`],
  ["an address of entities", `<img src="&#100;&#x61;ta:${huge.slice(5)}">`],
  ["an address with a line break", `<img src="da&#10;ta:${huge.slice(5)}">`],
  ["one size of several", `<img srcset="${small} 1x, ${huge} 2x">`],
  ["an address of percent codes", `<img src="${huge.replaceAll("A", "%41")}">`],
  ["a style sheet", `<style>p{background:url(${huge})}</style>`],
  ["a style sheet with escapes", `<p style="background:url(\\64 ata:${huge.slice(5)})">`],
  ["a style sheet of an address", `<link rel="stylesheet" href="${sheet}">`],
  ["a picture of lines", `<img src="${nested}">`],
  ["lines of the page itself", svgOf(`<image href="${huge}"/>`)],
])("a raster of very many pixels in %s of a report is seen before it is drawn", (_, html) => {
  expect(embeddedRasters(html)?.largest).toEqual({ width: 30_000, height: 30_000 });
});

test("what an instruction of an SVG leads to is seen, its own entities are not followed", () => {
  const instruction = `<?xml-stylesheet href="${sheet}"?>${svgOf("")}`;
  expect(embeddedRasters(instruction)?.largest).toEqual({ width: 30_000, height: 30_000 });
  const entity = `<!DOCTYPE svg [<!ENTITY a "${huge}">]>${svgOf(`<image href="&a;"/>`)}`;
  expect(embeddedRasters(entity)).toBeUndefined();
});

test("the pixels of a report's pictures are counted together, other files in it do not count", () => {
  const font = "data:font/woff2;base64,d09GMgABAAAA";
  const html = `<style>@font-face{src:url(${font})}</style><img src="${small}"><img src='${pngHead(10, 20)}'>`;
  expect(embeddedRasters(html)).toEqual({
    pixels: 400,
    largest: { width: 20, height: 10 },
  });
  expect(embeddedRasters(`<img src="data:image/gif;base64,R0lGODlh">`)).toBeUndefined();
});
