import fc from "fast-check";
import { expect, test } from "vitest";
import { chosenBy, codeOf } from "./custom-form.ts";

const files = fc.uniqueArray(fc.stringMatching(/^[\w.]{1,12}$/), { maxLength: 200 });

test("whatever is chosen of a list is read again from its code", () => {
  fc.assert(
    fc.property(files, fc.infiniteStream(fc.boolean()), (names, picks) => {
      const chosen = new Set(names.filter(() => picks.next().value));
      const code = codeOf(names, chosen);
      expect(code === undefined).toBe(chosen.size === 0);
      expect(chosenBy(names, code)).toEqual(chosen);
    }),
  );
});

test("of a list that changed nothing is chosen, instead of other files", () => {
  const names = ["a.000", "a.001", "a.002"];
  const code = codeOf(names, new Set(["a.001"]));
  expect(chosenBy(["a.000", "a.0005", "a.001", "a.002"], code)).toEqual(new Set());
});

test("10,000 files take less than 2 kB of an address", () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `line_${n}.range`);
  const every = names.filter((_, n) => n % 2 === 1);
  expect(codeOf(names, new Set(every))!.length).toBeLessThan(1_700);
  expect(codeOf(names, new Set(names))!.length).toBeLessThan(15);
});

test("no text of an address is a fault", () => {
  fc.assert(
    fc.property(files, fc.string(), (names, text) => {
      expect(chosenBy(names, text)).toBeInstanceOf(Set);
      expect([...chosenBy(names, `0.${text}`)].every((name) => names.includes(name))).toBe(true);
    }),
  );
});
