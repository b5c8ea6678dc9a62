import { expect, test } from "vitest";
import { hasShape } from "./has-shape.ts";

interface Share {
  readonly key: string;
  readonly held: number;
  readonly since: number | null;
  readonly tasks: readonly number[];
  readonly limits: { readonly cpus: number };
}
const fits = (value: unknown): boolean =>
  hasShape<Share>(value, {
    key: "string",
    held: "number",
    since: "number?",
    tasks: "list",
    limits: "object",
  });
const share = { key: "a", held: 1, since: null, tasks: [1], limits: { cpus: 2 } };

test("an object with all its members has its shape, whatever else it holds", () => {
  expect(fits(share)).toBe(true);
  expect(fits({ ...share, since: 5, more: true })).toBe(true);
});

test.each([
  ["no object", "text"],
  ["null", null],
  ["a list", [share]],
  ["without a member", { ...share, key: undefined }],
  ["of another kind", { ...share, held: "1" }],
  ["null where a value must be", { ...share, key: null }],
  ["an object for a list", { ...share, tasks: {} }],
  ["null for an object", { ...share, limits: null }],
  ["text for a number or null", { ...share, since: "" }],
])("a value that is %s has not", (_, value) => {
  expect(fits(value)).toBe(false);
});
