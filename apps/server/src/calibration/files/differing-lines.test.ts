import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { differingLines } from "./differing-lines.ts";

const marks = { first: "-", second: "+", both: " " };
const shown = (first: string, second: string) => {
  const { from, lines, isCut } = differingLines(first, second);
  return { from, lines: lines.map(({ of, text }) => marks[of] + text), isCut };
};

test.each([
  ["a line in the middle", "a\nb\nc\n", "a\nB\nc\n", 2, ["-b", "+B"]],
  ["the first line", "a\nb\n", "A\nb\n", 1, ["-a", "+A"]],
  ["the last one, unended", "a\nb", "a\nc", 2, ["-b", "+c"]],
  ["a line more", "a\nc\n", "a\nb\nc\n", 2, ["+b", " c"]],
  ["an end of line", "a\r\n", "a\n", 1, ["-a\r", "+a"]],
  ["lines around one that both have", "1\nx\n2\n", "3\nx\n4\n", 1, ["-1", "+3", " x", "-2", "+4"]],
  ["all of it", "", "a\n", 1, ["+a"]],
])("%s", (_, first, second, from, lines) => {
  expect(shown(first, second)).toEqual({ from, lines, isCut: false });
});

test("no more than 200 lines of each, of 200 characters", () => {
  const [first, second] = ["a", "b"].map((letter) => `${letter.repeat(3)}\n`.repeat(5_000));
  const { lines, isCut } = differingLines(first!, second!);
  expect(lines).toHaveLength(400);
  expect(isCut).toBe(true);
  const long = differingLines("a".repeat(1e6), "b".repeat(1e6));
  expect(long.lines.map(({ text }) => text.length)).toEqual([201, 201]);
  expect(long.isCut).toBe(true);
});

test("each character is looked at a few times, however many lines two texts have in common", () => {
  const table = "0.001 0.002 0.003\n".repeat(10_000);
  const looks = (["charCodeAt", "indexOf", "lastIndexOf", "slice"] as const).map((name) =>
    vi.spyOn(String.prototype, name),
  );
  const found = differingLines(`${table}1\n${table}`, `${table}2\n${table}`);
  const counts = looks.map((look) => look.mock.calls.length);
  for (const look of looks) look.mockRestore();
  expect(found).toEqual({
    from: 10_001,
    lines: [
      { of: "first", text: "1" },
      { of: "second", text: "2" },
    ],
    isCut: false,
  });
  const [characters = 0, ...searches] = counts;
  // Of both texts, from their beginning to the difference and from their end to it.
  expect(characters).toBeLessThanOrEqual(4 * (table.length + 2));
  // Counting the lines ahead of the difference searches for each of their ends once.
  for (const count of searches) expect(count).toBeLessThanOrEqual(10_000 + 10);
});

test("a line end that only one has is told as an empty line", () => {
  expect(differingLines("cc", "cc\n").lines).toEqual([
    { of: "both", text: "cc" },
    { of: "second", text: "" },
  ]);
});

test("of any two texts the lines of each are there, in their order", () => {
  const text = fc.array(fc.constantFrom("", "a", "b", "cc", "d\r"), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = [one.join("\n"), other.join("\n")];
      fc.pre(first !== second);
      const { from, lines } = differingLines(first, second);
      for (const [side, whole] of [
        ["first", first],
        ["second", second],
      ] as const) {
        const own = lines.filter(({ of }) => of === side || of === "both").map((each) => each.text);
        const from0 = whole.split("\n").slice(from - 1, from - 1 + own.length);
        expect(own).toEqual(from0);
      }
      expect(lines.some(({ of }) => of !== "both")).toBe(true);
    }),
  );
});
