// What a build says of itself, read off the repository that it is made of: nothing is set by hand.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The branch of each build target but the production's, and the suffix of the title. */
const TARGETS = { develop: "dev", test: "test_redux" };
const PRODUCTION = "";
const UNKNOWN = "unknown";

function git(root, ...words) {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** `branch` for a machine that checks out a commit and not a branch. */
function environmentOf(root, branch) {
  const name = branch || git(root, "symbolic-ref", "--short", "HEAD") || "";
  return TARGETS[name] ?? PRODUCTION;
}

/**
 * Number (commits up to this one), environment, revision and time of a build of a checkout.
 * @param {string} root
 * @param {{ branch?: string | undefined, time?: Date }} options
 */
export function buildInfo(root, { branch, time = new Date() } = {}) {
  return {
    number: git(root, "rev-list", "--count", "HEAD") ?? UNKNOWN,
    environment: environmentOf(root, branch),
    revision: git(root, "rev-parse", "--short=10", "HEAD") ?? UNKNOWN,
    time: `${time.toISOString().slice(0, 19)}Z`,
  };
}

/** Keeps the build's facts beside its pages, where the server reads them; the same ones keep their time. */
export function keepBuildInfo(folder, info) {
  const path = join(folder, "build.json");
  mkdirSync(folder, { recursive: true });
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  if (kept.revision === info.revision && kept.environment === info.environment) return;
  // git tells nothing of another user's checkout.
  if (kept.revision !== undefined && info.revision === UNKNOWN) return;
  writeFileSync(path, `${JSON.stringify(info)}\n`);
}
