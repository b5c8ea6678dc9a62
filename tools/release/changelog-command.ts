// Writes the section of package.json's version into CHANGELOG.md, from the commits since the last tag.
//   npm run changelog -- [--since COMMIT]
// Without a tag before, --since says where the release begins.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { withRelease } from "./changelog.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const git = (...words: string[]): string =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();

/** The newest tag of a release below this commit; this one's own tag is of what is being written. */
function lastTag(version: string): string | undefined {
  const tags = git("tag", "--merged", "HEAD", "--sort=-v:refname", "--list", "v*").split("\n");
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag) && tag !== `v${version}`);
}

const { values } = parseArgs({ options: { since: { type: "string" } } });
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const since = values.since ?? lastTag(version);
if (since === undefined) {
  console.error(
    "No release has a tag yet: --since COMMIT says after which commit this one begins.",
  );
  process.exit(1);
}
const subjects = git("log", "--no-merges", "--format=%s", `${since}..HEAD`);
const commits = subjects
  .split("\n")
  .filter(Boolean)
  .map((subject) => ({ subject }));
const day = new Date(Number(git("log", "-1", "--format=%ct")) * 1000).toISOString().slice(0, 10);
const path = join(ROOT, "CHANGELOG.md");
const before = existsSync(path) ? readFileSync(path, "utf8") : "";
writeFileSync(path, withRelease(before, { version, day, commits }));
console.log(`CHANGELOG.md has ${commits.length} commits since ${since} under ${version}.`);
