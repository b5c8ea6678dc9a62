// Takes each guard of docs/security.md out, one by one, and expects its test to fail; see there.
//   npm run prove-guards [-- unit | int | browser | PART OF A PATCH'S PATH …]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { guardPatches, unpaired, type GuardPatch } from "./guard-patches.ts";
import { byFile, projectOf, runTests } from "./run-tests.ts";
import { makeWorkingCopy } from "./working-copy.ts";

const root = resolve(import.meta.dirname, "../..");
let bad = 0;

function report(good: boolean, mark: string, about: string): void {
  if (!good) bad += 1;
  console.log(`${mark.padEnd(12)} ${about}`);
}

function gitApply(copy: string, patch: GuardPatch, ...more: string[]): string {
  // Lines move: a line of context is enough to find the place.
  const words = ["apply", "-C1", "--recount", ...more, join(root, patch.path)];
  return execFileSync("git", words, { cwd: copy, encoding: "utf8", stdio: "pipe" });
}

/** The tests must pass with every guard in place, or their failing would show nothing. */
async function passing(copy: string, patches: readonly GuardPatch[]): Promise<GuardPatch[]> {
  const good: GuardPatch[] = [];
  for (const [file, ofFile] of byFile(patches)) {
    const endings = await runTests(copy, file, [...new Set(ofFile.map(({ title }) => title))]);
    for (const patch of ofFile) {
      const ending = endings.get(patch.title);
      if (ending === "passed") good.push(patch);
      else report(false, ending === "none" ? "NO TEST" : "RED BEFORE", `${file} “${patch.title}”`);
    }
  }
  return good;
}

async function prove(copy: string, patch: GuardPatch): Promise<void> {
  const changed = gitApply(copy, patch, "--numstat").trim().split("\n");
  const started = performance.now();
  try {
    gitApply(copy, patch);
    const ending = (await runTests(copy, patch.file, [patch.title])).get(patch.title);
    const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    if (ending === "failed") report(true, "red", `${patch.path} (${took})`);
    else
      report(false, ending === "none" ? "DOES NOT RUN" : "STILL GREEN", `${patch.path} (${took})`);
  } finally {
    const paths = changed.map((line) => line.split("\t")[2] ?? "");
    execFileSync("git", ["checkout", "--", ...paths], { cwd: copy, stdio: "pipe" });
  }
}

async function main(parts: readonly string[]): Promise<void> {
  const all = guardPatches(root);
  const { unproven, uncited } = unpaired(readFileSync(join(root, "docs/security.md"), "utf8"), all);
  const patches = all.filter(
    ({ path, file }) =>
      parts.length === 0 || parts.some((part) => path.includes(part) || part === projectOf(file)),
  );
  if (parts.length === 0) {
    for (const { file, title } of unproven) report(false, "NO PATCH", `${file} “${title}”`);
    for (const { path } of uncited) report(false, "NOT CITED", path);
  }
  const copy = makeWorkingCopy(root);
  for (const patch of await passing(copy, patches))
    await prove(copy, patch).catch((error: unknown) =>
      report(false, "NO LONGER APPLIES", `${patch.path}: ${String(error).split("\n")[1] ?? ""}`),
    );
  console.log(`${patches.length} guards, ${bad} not proven`);
  process.exitCode = bad === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
