import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** What is built: a commit of a checkout. */
export interface ReleaseSource {
  readonly root: string;
  /** `3.4.0` where the commit has this tag, else `3.3.3+1624.2b0236b7e7`: after 3.3.3, before 3.4.0. */
  readonly version: string;
  /** What pages show, and programs compare: package.json's. */
  readonly release: string;
  readonly revision: string;
  /** Commits up to this one. */
  readonly number: string;
  /** The commit's: archives hold no other. */
  readonly time: Date;
}

const OWN = resolve(import.meta.dirname, "../..");

/** The checkout whose units and scripts package another one: its own, but of one older than these. */
export const packagingOf = (root: string): string =>
  existsSync(join(root, "deploy/debian/control")) ? root : OWN;

/** Why no release is built, for the person who asked for one. */
export class ReleaseProblem extends Error {
  override readonly name = "ReleaseProblem";
}

const git = (root: string, ...words: string[]): string =>
  execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

const versionSchema = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** The version that a tag gives a commit; throws where tag and package.json say different things. */
export function versionOf(given: {
  readonly release: string;
  readonly tags: readonly string[];
  readonly number: string;
  readonly revision: string;
}): string {
  const { release, number, revision } = given;
  const tagged = given.tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .map((tag) => tag.slice(1));
  if (tagged.length === 0) return `${release}+${number}.${revision}`;
  if (tagged.length === 1 && tagged[0] === release) return release;
  throw new ReleaseProblem(
    `The commit has the tag v${tagged.join(", v")}, and package.json says ${release}: set both to one version.`,
  );
}

/** Reads what a checkout is, and refuses one with changes that are in no commit. */
export function readSource(root: string, { allowChanges = false } = {}): ReleaseSource {
  const changed = git(root, "status", "--porcelain", "--untracked-files=no").split("\n")[0] ?? "";
  if (changed !== "" && !allowChanges)
    throw new ReleaseProblem(
      `${changed.slice(2).trim()} has changes that are in no commit: commit them, as a release is built of one.`,
    );
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { version: release } = versionSchema.parse(manifest);
  const revision = git(root, "rev-parse", "--short=10", "HEAD");
  const number = git(root, "rev-list", "--count", "HEAD");
  const tags = git(root, "tag", "--points-at", "HEAD").split("\n");
  const version = versionOf({ release, tags, number, revision });
  const time = new Date(Number(git(root, "log", "-1", "--format=%ct")) * 1000);
  return { root, version, release, revision, number, time };
}
