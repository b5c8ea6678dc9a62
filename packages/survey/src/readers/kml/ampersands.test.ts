import fc from "fast-check";
import { expect, test } from "vitest";
import { AmpersandMender } from "./ampersands.ts";

const mended = (...pieces: readonly string[]): string => {
  const mender = new AmpersandMender();
  return pieces.map((piece) => mender.mend(piece).text).join("") + mender.mend("", true).text;
};

test.each([
  ["Smith & Sons", "Smith &amp; Sons"],
  ["a&b", "a&amp;b"],
  ["?a=1&b=2&c", "?a=1&amp;b=2&amp;c"],
  ["&", "&amp;"],
  ["&&amp;&", "&amp;&amp;&amp;"],
  ["&#38;&#x26;&lt;&gt;&quot;&apos;", "&#38;&#x26;&lt;&gt;&quot;&apos;"],
  ["&nbsp;&eacute;&ndash;&deg;&euro;&Omega;", "\u00a0é–°€Ω"],
  ["&unheard;", "&unheard;"],
  ["&copy 2026; &#x;", "&amp;copy 2026; &amp;#x;"],
  ["<![CDATA[a & b]]> & c", "<![CDATA[a & b]]> &amp; c"],
  ["<!-- a & b --> & c", "<!-- a & b --> &amp; c"],
  ["<?p a & b?> & c", "<?p a & b?> &amp; c"],
  ["<a href='x?a=1&b=2'>", "<a href='x?a=1&amp;b=2'>"],
])("%j is parsed as %j", (text, expected) => {
  expect(mended(text)).toBe(expected);
});

test("a text comes out the same however it is cut", () => {
  const words = [
    "&",
    "&nbsp;",
    "&lt;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "a",
    ";",
    "<b>",
    "é",
    "<?x",
    "?>",
  ];
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((all) => all.join(""));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(200), { maxLength: 6 }), (text, cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(mended(...pieces)).toBe(mended(text));
    }),
    { numRuns: 1000 },
  );
});

test("what is put in is told with its place, so that columns can be counted in the document", () => {
  expect(new AmpersandMender().mend("a & &eacute;", true)).toEqual({
    text: "a &amp; é",
    growths: [
      { at: 7, by: 4 },
      { at: 9, by: -7 },
    ],
  });
});

test("a document of nothing else is left to the parser to refuse", () => {
  const { text } = new AmpersandMender().mend("&".repeat(1_000_002), true);
  expect(text.endsWith("&amp;&&")).toBe(true);
});
