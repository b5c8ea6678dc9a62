import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * The tests that a runner's report tells of: how many passed, failed and were skipped, and each failed one as
 * `{ file, name, why }`; `name` is undefined where a file failed before its tests, `why` is the head of its message.
 */

const LINES_OF_WHY = 8;

/** The first lines of a message, without colours and without the stack. */
function whyOf(message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  const said = lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("at "));
  return said.slice(0, LINES_OF_WHY);
}

function ofVitest({ testResults }, root) {
  const found = { passed: 0, skipped: 0, red: [] };
  for (const { name: path, status, message, assertionResults } of testResults) {
    const file = relative(root, path).replaceAll("\\", "/");
    const failed = assertionResults.filter((test) => test.status === "failed");
    found.passed += assertionResults.filter((test) => test.status === "passed").length;
    found.skipped += assertionResults.length - failed.length;
    for (const { fullName, failureMessages } of failed)
      found.red.push({ file, name: fullName, why: whyOf(failureMessages[0]) });
    if (status === "failed" && failed.length === 0)
      found.red.push({ file, name: undefined, why: whyOf(message) });
  }
  found.skipped -= found.passed;
  return found;
}

/** The specs of a suite and of those within it, each with its name as `-g` finds it. */
function specsOf(suite, names = []) {
  return [
    ...(suite.specs ?? []).map((spec) => ({ spec, name: [...names, spec.title].join(" ") })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...names, inner.title])),
  ];
}

const errorsOf = (spec) =>
  spec.tests.flatMap(({ results }) => results.flatMap((run) => run.errors));

function ofPlaywright({ config, suites, errors }, root) {
  const found = { passed: 0, skipped: 0, red: [] };
  for (const { spec, name } of suites.flatMap((suite) => specsOf(suite))) {
    const statuses = spec.tests.map((test) => test.status);
    if (statuses.every((status) => status === "skipped")) found.skipped += 1;
    else if (spec.ok) found.passed += 1;
    else
      found.red.push({
        file: relative(root, join(config.rootDir, spec.file)).replaceAll("\\", "/"),
        name,
        why: whyOf(errorsOf(spec)[0]?.message),
      });
  }
  if (errors.length > 0 && found.red.length === 0)
    found.red.push({ file: "e2e", name: undefined, why: whyOf(errors[0].message) });
  return found;
}

const READERS = { vitest: ofVitest, playwright: ofPlaywright };

/** Reads a report; undefined where the runner left none that can be read. */
export function reportedTests(kind, path, root) {
  try {
    return READERS[kind](JSON.parse(readFileSync(path, "utf8")), root);
  } catch {
    return undefined;
  }
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that runs a red test alone. */
export const aloneCommand = ({ file, name }) =>
  name === undefined ? `npm test -- ${file}` : `npm test -- ${file} -t ${quoted(name)}`;
