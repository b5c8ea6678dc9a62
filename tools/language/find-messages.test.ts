import { expect, test } from "vitest";
import { findMessages } from "./find-messages.ts";

const messages = (source: string): string[] =>
  findMessages("a.tsx", source).map(({ message }) => message);

test("texts of elements, of attributes that are read, and of conditions are found", () => {
  expect(messages('<b title="Close the view" id="Close it all">Open</b>')).toEqual([
    "Close the view",
    "Open",
  ]);
  expect(messages('<p>{isDone ? "Done" : "Not yet"}</p>')).toEqual(["Done", "Not yet"]);
  expect(messages('const LABELS = { failed: "The upload failed." };')).toEqual([
    "The upload failed.",
  ]);
});

test("an element's children are one message with their values, as JSX joins their lines", () => {
  const source = `<p>
    As of {time}, with{" "}
    <a>all changes</a>.
  </p>`;
  expect(messages(source)).toEqual(["all changes", "As of {0}, with {1}."]);
});

test("a template is a message with its values; a brace of its own is doubled", () => {
  expect(messages("const text = `Files of ${name} {old}`;")).toEqual(["Files of {0} {{}old{}}"]);
});

test("what is put into a text is one, and so is a word that a record or a condition holds", () => {
  expect(messages('const a = `${n} ${n === 1 ? "awaits" : "await"} an answer`;')).toEqual([
    "awaits",
    "await",
    "{0} {1} an answer",
  ]);
  expect(messages('const LABELS = { paused: "Paused", name: "idle" };')).toEqual(["Paused"]);
});

test("a comment opts a text in, or out with all that it stands before", () => {
  expect(messages('const a = isLate ? /* text */ "late" : "early";')).toEqual(["late"]);
  expect(messages('const HEAD = /* code */ ["Line name", "End of it"];')).toEqual([]);
});

test("what is counted is found in the singular, with the sense that it has", () => {
  expect(messages('plural(count, "line", "lines", "of a log")')).toEqual(["line (of a log)"]);
  expect(findMessages("a.ts", 'plural(count, "processing", "processings")')).toMatchObject([
    { kind: "noun", message: "processing" },
  ]);
});

test.each([
  'import a from "The module of all";',
  'type A = "Folder" | "Another one here";',
  'if (event.key === "Escape it now") go();',
  'throw new Error("The worker did not answer");',
  '<b sx={{ gridTemplateColumns: "minmax(0, 1fr) auto" }} />',
  'const WIDE = { md: "minmax(0, 1fr) auto auto" };',
  'const LOOK = { text: "#e6ebf4" };',
  '<Field name="projectId" />',
  "const border = `1px solid ${colour}`;",
  'const style = styled("a")({ font: "Inter Variable, sans-serif" });',
  "<code>npm run all of it</code>",
  'endpoint("GET", "/a", { summary: "A page of all flights" });',
  'rows.get("Sensor of this");',
  'z.string().regex(NAME, "must be a name of letters");',
  "<Field name={`${at}.kind`} />",
])("what a program reads is none: %s", (source) => {
  expect(messages(source)).toEqual([]);
});
