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

test.each([
  ["&#12345678;", "&#12345678;"],
  ["&#123456789;", "&amp;#123456789;"],
  ["&#x1234abC;", "&#x1234abC;"],
  ["&#x12345678;", "&amp;#x12345678;"],
  ["&#X1F;", "&#X1F;"],
  ["&#x1G;", "&amp;#x1G;"],
  ["&#;", "&amp;#;"],
  ["&#1f;", "&amp;#1f;"],
  ["&;", "&amp;;"],
  ["& amp;", "&amp; amp;"],
  ["&amp", "&amp;amp"],
  ["&1a;", "&amp;1a;"],
  ["&a.b-c_d1;", "&a.b-c_d1;"],
  ["&a b;", "&amp;a b;"],
  [`&${"a".repeat(37)};`, `&${"a".repeat(37)};`],
  [`&${"a".repeat(38)};`, `&amp;${"a".repeat(38)};`],
  ["&Eacute;&eacute;&EACUTE;", "Éé&EACUTE;"],
  ["&nbsp;&yuml;&OElig;&diams;", "\u00a0ÿŒ♦"],
  ["&copy;&divide;&rsquo;&hearts;", "©÷’♥"],
])("of references %j becomes %j", (text, expected) => {
  expect(mended(text)).toBe(expected);
});

test.each([
  ["<![CDATA[&]] > & ]]>&", "<![CDATA[&]] > & ]]>&amp;"],
  ["<!-- & -- > & -->&", "<!-- & -- > & -->&amp;"],
  ["<? & ? > & ?>&", "<? & ? > & ?>&amp;"],
  ["<!-- <![CDATA[ & -->&", "<!-- <![CDATA[ & -->&amp;"],
  ["<![CDATA[ <!-- & ]]>&", "<![CDATA[ <!-- & ]]>&amp;"],
  ["<!-- & --><!-- & --> & <?&?>&", "<!-- & --><!-- & --> &amp; <?&?>&amp;"],
  ["<!DOCTYPE &>", "<!DOCTYPE &amp;>"],
  ["<![cdata[&]]>", "<![cdata[&amp;]]>"],
  ["<!-- &", "<!-- &"],
  ["<![CDATA[ &", "<![CDATA[ &"],
])("of sections %j becomes %j", (text, expected) => {
  expect(mended(text)).toBe(expected);
  for (let cut = 1; cut < text.length; cut++)
    expect(mended(text.slice(0, cut), text.slice(cut))).toBe(expected);
});

test.each([
  ["abc", "abc"],
  ["a & b", "a "],
  [`a & ${"b".repeat(38)}`, "a "],
  [`a & ${"b".repeat(39)}`, `a &amp; ${"b".repeat(39)}`],
  ["a<", "a"],
  ["a<b", "a"],
  ["a]", "a"],
  ["a]]", "a"],
  ["a?", "a"],
  ["a-", "a"],
  [`a-${"b".repeat(39)}`, "a"],
  [`a-${"b".repeat(40)}`, `a-${"b".repeat(40)}`],
  ["& c &", ""],
  [`& ${"c".repeat(50)} &`, `&amp; ${"c".repeat(50)} `],
])("of %j the text %j is decided before more of it comes", (text, decided) => {
  const mender = new AmpersandMender();
  expect(mender.mend(text).text).toBe(decided);
  expect(decided + mender.mend("", true).text).toBe(mended(text));
});

test("what is put in is told with its place in each text", () => {
  const mender = new AmpersandMender();
  const filler = "x".repeat(50);
  expect(mender.mend(`&${filler}`)).toEqual({
    text: `&amp;${filler}`,
    growths: [{ at: 5, by: 4 }],
  });
  expect(mender.mend(`&deg;${filler}&amp;`)).toEqual({
    text: `°${filler}`,
    growths: [{ at: 1, by: -4 }],
  });
  expect(mender.mend("&#38;", true)).toEqual({ text: "&amp;&#38;", growths: [] });
});
