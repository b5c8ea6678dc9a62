import { expect, test } from "vitest";
import { translated } from "./messages-plugin.ts";

const codeOf = (source: string): string | undefined =>
  translated("a.tsx", source, "#language")
    ?.toString()
    .replaceAll(/^(import .*?;)+/g, "");

test("a text becomes a call, with its values", () => {
  expect(codeOf('const LOADING = "Loading flights...";')).toBe(
    'const LOADING = $message("Loading flights...");',
  );
  expect(codeOf("const text = `Files of ${nameOf(file)}.`;")).toBe(
    'const text = $message("Files of {0}.", nameOf(file));',
  );
});

test("an attribute becomes an expression, and so do children among which text stands", () => {
  expect(codeOf('<A label="Close it">Open <b>this</b> now</A>;')).toBe(
    '<A label={$message("Close it")}>{$children("Open {0} now", <b>{$children("this")}</b>)}</A>;',
  );
});

test("texts within the values of another are calls too", () => {
  expect(codeOf('const a = `Sent it${isLate ? " too late" : ""}.`;')).toBe(
    'const a = $message("Sent it{0}.", isLate ? $message(" too late") : "");',
  );
});

test("the modules are imported that are called, so that a worker needs no React", () => {
  expect(translated("a.ts", 'const a = "Close it";', "#language")?.toString()).toMatch(
    /^import \{ message as \$message \} from "#language\/language\.ts";const/,
  );
});

test("a source without texts stays as it is", () => {
  expect(codeOf("export const a = 1;")).toBeUndefined();
});
