// Takes each guard of docs/security.md out, one by one, and expects its test to fail; see there.
//   npm run prove-guards [-- unit | int | browser | PART OF A TEST'S PATH OR NAME …]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readGuards, takeOut, unpaired, type Guard } from "./guard-table.ts";
import { byFile, projectOf, runTests } from "./run-tests.ts";
import { makeWorkingCopy } from "./working-copy.ts";

const root = resolve(import.meta.dirname, "../..");
let bad = 0;

function report(good: boolean, mark: string, about: string): void {
  if (!good) bad += 1;
  console.log(`${mark.padEnd(12)} ${about}`);
}

/** The tests must pass with every guard in place, or their failing would show nothing. */
async function passing(copy: string, guards: readonly Guard[]): Promise<Guard[]> {
  const good: Guard[] = [];
  for (const [file, ofFile] of byFile(guards)) {
    const endings = await runTests(copy, file, [...new Set(ofFile.map(({ title }) => title))]);
    for (const guard of ofFile) {
      const ending = endings.get(guard.title);
      if (ending === "passed") good.push(guard);
      else report(false, ending === "none" ? "NO TEST" : "RED BEFORE", `${file} “${guard.title}”`);
    }
  }
  return good;
}

async function prove(copy: string, guard: Guard): Promise<void> {
  const about = `${guard.file} “${guard.title}”`;
  const taken = takeOut(copy, guard);
  if ("unfit" in taken) return report(false, "NOT FOUND", `${about}: ${taken.unfit.take}`);
  const started = performance.now();
  try {
    const ending = (await runTests(copy, guard.file, [guard.title])).get(guard.title);
    const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    if (ending === "failed") report(true, "red", `${about} (${took})`);
    else report(false, ending === "none" ? "DOES NOT RUN" : "STILL GREEN", `${about} (${took})`);
  } finally {
    execFileSync("git", ["checkout", "--", ...taken.changed], { cwd: copy, stdio: "pipe" });
  }
}

async function main(parts: readonly string[]): Promise<void> {
  const all = readGuards(root);
  const guards = all.filter(
    ({ file, title }) =>
      parts.length === 0 ||
      parts.some((part) => `${file} ${title}`.includes(part) || part === projectOf(file)),
  );
  if (parts.length === 0) {
    const checklist = readFileSync(join(root, "docs/security.md"), "utf8");
    const { unproven, uncited } = unpaired(checklist, all);
    for (const { file, title } of unproven) report(false, "NO GUARD", `${file} “${title}”`);
    for (const { file, title } of uncited) report(false, "NOT CITED", `${file} “${title}”`);
  }
  const copy = makeWorkingCopy(root);
  for (const guard of await passing(copy, guards)) await prove(copy, guard);
  console.log(`${guards.length} guards, ${bad} not proven`);
  process.exitCode = bad === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
