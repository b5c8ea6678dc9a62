import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { z } from "zod";
import { titlePattern, type Citation } from "./citations.ts";

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A test that a missing guard leaves hanging is ended. */
const MOST_MS = 300_000;

/** How the tests of a cited name ended; `none` where none ran, as where the file does not load. */
export type Ending = "passed" | "failed" | "none";

/** The kind of a test by its file: `unit`, `int`, `browser`. */
export const projectOf = (file: string): string =>
  /\.(int|engine|browser)\.test\.tsx?$/.exec(file)?.[1] ?? "unit";

/** Runs some tests of one file in a copy of the repository; answers how each cited one ended. */
export async function runTests(
  copy: string,
  file: string,
  titles: readonly string[],
): Promise<Map<string, Ending>> {
  const report = join(copy, ".report.json");
  await rm(report, { force: true });
  const pattern = titles.map((title) => titlePattern(title).source).join("|");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", projectOf(file), file];
  const words = [...vitest, "-t", pattern, "--reporter=json", "--outputFile", report];
  const options = { cwd: copy, stdio: "ignore", timeout: MOST_MS } as const;
  const child = spawn(process.execPath, words, options);
  await once(child, "close");
  const text = await readFile(report, "utf8").catch(() => '{"testResults":[]}');
  const { testResults } = reportSchema.parse(JSON.parse(text));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(titles.map((title) => [title, endingOf(results, title)]));
}

function endingOf(results: readonly { fullName: string; status: string }[], title: string): Ending {
  const pattern = titlePattern(title);
  const ran = results.filter(
    ({ fullName, status }) =>
      pattern.test(fullName) && (status === "passed" || status === "failed"),
  );
  if (ran.length === 0) return "none";
  return ran.some(({ status }) => status === "failed") ? "failed" : "passed";
}

/** Cited tests by their file. */
export function byFile<C extends Citation>(citations: readonly C[]): Map<string, C[]> {
  return Map.groupBy(citations, ({ file }) => file);
}
