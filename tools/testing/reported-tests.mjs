import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The tests that a runner's report tells of: how many passed, failed and were skipped, and each failed one as
 * `{ file, name }`; `name` is undefined where a file failed before its tests.
 */

function ofVitest({ testResults }, root) {
  const found = { passed: 0, skipped: 0, red: [] };
  for (const { name: path, status, assertionResults } of testResults) {
    const file = relative(root, path).replaceAll("\\", "/");
    const failed = assertionResults.filter((test) => test.status === "failed");
    found.passed += assertionResults.filter((test) => test.status === "passed").length;
    found.skipped += assertionResults.length - failed.length;
    for (const { fullName } of failed) found.red.push({ file, name: fullName });
    if (status === "failed" && failed.length === 0) found.red.push({ file, name: undefined });
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
      });
  }
  if (errors.length > 0 && found.red.length === 0) found.red.push({ file: "e2e", name: undefined });
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
