import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

// Writes the part of Inter that the first page needs; run by hand when the font's package changes:
// node tools/subset-font.mjs
const SOURCE = "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const TARGET = "../apps/web/src/ui/theme/font/inter-basic.woff2";

/** The ranges that apps/web/src/ui/theme/font/font.css names. */
const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCodePoint(0x20 + i));
const PUNCTUATION = "\u00a0·×–—‘’“”…";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const part = await subsetFont(await readFile(path(SOURCE)), ASCII.join("") + PUNCTUATION, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 700 } },
});
await writeFile(path(TARGET), part);
console.log(`${TARGET}: ${part.length} bytes`);
