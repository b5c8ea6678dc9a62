import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const git = (...words: string[]): string =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();

const debIn = (folder: string): string => {
  const name = readdirSync(folder).find((file) => file.endsWith(".deb"));
  if (name === undefined) throw new Error(`there is no package in ${folder}`);
  return join(folder, name);
};

/** Builds the Debian package of a checkout by this checkout's builder. */
function build(of: string, out: string): string {
  const command = join(ROOT, "tools/release/release-command.ts");
  const parts = ["--without", "tarball", "--without", "image", "--allow-changes"];
  execFileSync(process.execPath, [command, "--of", of, "--out", out, ...parts], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return debIn(out);
}

/** The commit of the last release; before there is one, the commit before this. */
function previousCommit(): string {
  const tags = git("tag", "--merged", "HEAD~1", "--sort=-v:refname", "--list", "v[0-9]*");
  return tags.split("\n")[0] || "HEAD~1";
}

/** The packages of the last release and of this checkout, built below a folder. */
export function buildPackages(place: string): { readonly last: string; readonly next: string } {
  const checkout = join(place, "last");
  mkdirSync(place, { recursive: true });
  git("worktree", "add", "--quiet", "--detach", checkout, previousCommit());
  try {
    // A release before may name other packages: npm's own cache has them then.
    execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(checkout, "node_modules")]);
    const last = build(checkout, join(place, "last-release"));
    return { last, next: build(ROOT, join(place, "next-release")) };
  } finally {
    git("worktree", "remove", "--force", checkout);
    rmSync(checkout, { recursive: true, force: true });
  }
}
