import { expect, test } from "vitest";
import { withPureConstants } from "./pages-contract.ts";

const pure = (line: string): string => line.replace(/= (.*);/, "= /* @__PURE__ */ (() => ($1))();");

test("what calls make goes with its last user; functions and plain values stay as they are", () => {
  const source = [
    "export const PAGE_SIZE = 10;",
    'const text = z.string().min(1).regex(/^[a(]$/, "(");',
    "export const rowSchema = z.object({ text }).extend({ size: z.number() });",
    "const shape = { text: z.string() } as const;",
    "export const isEven = (n: number) => n % 2 === Number(0);",
    "export function read() { const inner = z.string(); return inner; }",
  ];
  const [size, text, row, shape, ...functions] = source;
  expect(withPureConstants("row.ts", source.join("\n")).toString().split("\n")).toEqual([
    size,
    pure(text!),
    pure(row!),
    pure(shape!),
    ...functions,
  ]);
});
