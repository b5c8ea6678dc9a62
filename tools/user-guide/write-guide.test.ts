import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeGuide } from "./write-guide.ts";

const ROOT = resolve(import.meta.dirname, "../..");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "swath-guide-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/stream\r?\n/g)].flatMap(({ index }) => {
    try {
      return [inflateSync(pdf.subarray(pdf.indexOf("\n", index) + 1)).toString("latin1")];
    } catch {
      // A picture or a typeface.
      return [];
    }
  });
}

/** The characters of each typeface's glyphs, by its `ToUnicode` table; the typefaces in order of use. */
function glyphTables(streams: readonly string[]): string[][] {
  return streams
    .filter((content) => content.includes("beginbfrange"))
    .map((content) =>
      [...content.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, code = ""]) =>
          Buffer.from(code.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
        ),
      ),
    );
}

/** A change of typeface, or glyphs. */
const SHOWN = /\/F(\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ]+)*)\] TJ/g;

/** The texts of a PDF, run after run. */
function textsOf(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  const tables = glyphTables(streams);
  let table: string[] = [];
  const shown = streams.join("\n").matchAll(SHOWN);
  return [...shown]
    .map(([, face, run = ""]) => {
      if (face !== undefined) table = tables[Number(face) - 1] ?? [];
      return [...run.matchAll(/<([0-9a-f]*)>/g)]
        .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => table[Number.parseInt(glyph, 16)] ?? "?")
        .join("");
    })
    .join("");
}

async function guideOf(markdown: string): Promise<Buffer> {
  const source = join(folder, "guide.md");
  const target = join(folder, "guide.pdf");
  writeFileSync(source, markdown);
  await writeGuide({ source, target, release: "1.2.3", written: new Date(0) });
  return readFileSync(target);
}
const HEAD = "# A guide\n\nFor people.\n\n";

describe("the user guide as a PDF", () => {
  test("has cover, contents, chapters, lists and tables, and is tagged", async () => {
    const pdf = await guideOf(
      `${HEAD}## One\n\nSome **strong** \`code\`.\n\n- first\n- second\n\n### Within\n\n| a | b |\n|---|---|\n| c | d |\n`,
    );
    expect(pdf.toString("latin1", 0, 8)).toBe("%PDF-1.7");
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(pdf.toString("latin1")).toMatch(
      /\/MarkInfo[\s\S]*\/Outlines|\/Outlines[\s\S]*\/MarkInfo/,
    );
    const texts = textsOf(pdf);
    for (const text of [
      "A guide",
      "Release 1.2.3",
      "Contents",
      "One",
      "Within",
      "Some ",
      "strong",
      "code",
      "first",
      "d",
    ])
      expect(texts).toContain(text);
  });

  test("a table that does not fit goes on under its head on the next page", async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| row ${row} | text |`).join("\n");
    const pdf = await guideOf(`${HEAD}## One\n\n| headword | b |\n|---|---|\n${rows}\n`);
    expect(textsOf(pdf).split("headword").length - 1).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["a character that its typefaces lack", "An arrow \u2192."],
    ["a block without a form", "> A quotation."],
    ["a link, which paper cannot follow", "[there](https://example.com)"],
  ])("refuses %s", async (_what, text) => {
    await expect(guideOf(`${HEAD}## One\n\n${text}\n`)).rejects.toThrow(/user guide/);
  });

  test("the guide of this release builds", async () => {
    const target = join(folder, "real.pdf");
    const source = join(ROOT, "docs/user-guide.md");
    await writeGuide({ source, target, release: "3.3.3", written: new Date(0) });
    const texts = textsOf(readFileSync(target));
    for (const chapter of [
      "Signing in",
      "Finding flights",
      "What each status means",
      "On a poor link",
      "Resuming",
    ])
      expect(texts).toContain(chapter);
  });
});
