import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildInfo, keepBuildInfo } from "./build-info.mjs";

const TIME = new Date("2026-11-22T08:14:15.678Z");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "swath-build-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...words: string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  return execFileSync("git", [...who, ...words], { cwd: folder, encoding: "utf8" }).trim();
}

function repository(branch: string): void {
  git("init", "--quiet", `--initial-branch=${branch}`);
  for (const name of ["one", "two", "three"]) {
    writeFileSync(join(folder, name), name);
    git("add", name);
    git("commit", "--quiet", "--message", name);
  }
}

test.each([
  ["develop", "dev"],
  ["test", "test_redux"],
  ["main", ""],
])(
  "a build of the branch %s knows its environment, number, revision and time",
  (branch, environment) => {
    repository(branch);
    expect(buildInfo(folder, { time: TIME })).toEqual({
      number: "3",
      environment,
      revision: git("rev-parse", "--short=10", "HEAD"),
      time: "2026-11-22T08:14:15Z",
    });
  },
);

test("a machine that checks out a commit names the branch", () => {
  repository("main");
  git("checkout", "--quiet", "--detach");
  expect(buildInfo(folder).environment).toBe("");
  expect(buildInfo(folder, { branch: "test" }).environment).toBe("test_redux");
});

test("what is no repository is built for production, without a number", () => {
  expect(buildInfo(folder, { time: TIME })).toMatchObject({
    number: "unknown",
    environment: "",
    revision: "unknown",
  });
});

test("the facts are kept beside the pages until another revision is built", () => {
  const kept = () => JSON.parse(readFileSync(join(folder, "build.json"), "utf8")) as unknown;
  const first = { number: "1", environment: "", revision: "a", time: "t1" };
  keepBuildInfo(folder, first);
  keepBuildInfo(folder, { ...first, time: "t2" });
  expect(kept()).toEqual(first);
  const next = { number: "2", environment: "dev", revision: "b", time: "t3" };
  keepBuildInfo(folder, next);
  expect(kept()).toEqual(next);
});
