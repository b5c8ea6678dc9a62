import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aloneCommand, reportedTests } from "./reported-tests.mjs";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

const tests = (load: string) => `
  import * as runner from "${load}";
  const { expect, test } = runner;
  const describe = runner.describe ?? test.describe;
  test("one that passes", () => {});
  test.skip("one that is skipped", () => {});
  describe("a group", () => {
    test("it's red", () => { expect(1).toBe(2); });
  });`;

beforeAll(() => {
  // Below the project's packages, which the tests import.
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache/reported-"));
  writeFileSync(join(folder, "some.test.mjs"), tests("vitest"));
  writeFileSync(join(folder, "unread.test.mjs"), "throw new Error('no tests');");
  writeFileSync(join(folder, "some.spec.mjs"), tests("@playwright/test"));
  const bare = "export default {};";
  writeFileSync(join(folder, "vitest.config.mjs"), bare);
  writeFileSync(join(folder, "playwright.config.mjs"), bare);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(program: string, ...words: string[]): void {
  const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, "report.json") };
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", program), ...words], {
    cwd: folder,
    env: { ...process.env, ...report, VITEST: undefined, VITEST_MODE: undefined },
  });
  expect(status).toBe(1);
}

test("Vitest's report counts tests, and names the red ones and files without tests", () => {
  const report = join(folder, "report.json");
  run("vitest/vitest.mjs", "run", ".test.mjs", "--reporter=json", `--outputFile.json=${report}`);
  const found = reportedTests("vitest", report, folder);
  expect(found).toMatchObject({ passed: 1, skipped: 1 });
  expect(found!.red).toHaveLength(2);
  expect(found!.red).toContainEqual({
    file: "some.test.mjs",
    name: "a group it's red",
    why: ["AssertionError: expected 1 to be 2 // Object.is equality"],
  });
  expect(found!.red).toContainEqual({
    file: "unread.test.mjs",
    name: undefined,
    why: ["no tests"],
  });
});

test("Playwright's report counts tests, and names the red ones", () => {
  run("@playwright/test/cli.js", "test", "--reporter=json", "some.spec.mjs");
  const found = reportedTests("playwright", join(folder, "report.json"), folder);
  expect(found).toMatchObject({ passed: 1, skipped: 1 });
  expect(found!.red).toMatchObject([{ file: "some.spec.mjs", name: "a group it's red" }]);
  expect(found!.red[0]!.why).toContain("Expected: 2");
});

test("a runner that left no report has reported nothing", () => {
  expect(reportedTests("vitest", join(folder, "none.json"), folder)).toBeUndefined();
});

test("the command of a red test holds its name whatever stands in it", () => {
  expect(aloneCommand({ file: "a.test.ts", name: "it's red" })).toBe(
    String.raw`npm test -- a.test.ts -t 'it'\''s red'`,
  );
  expect(aloneCommand({ file: "a.test.ts", name: undefined })).toBe("npm test -- a.test.ts");
});
