import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../e2e/swath.ts";

/** The release before the first one that has a tag. */
const FIRST_FORMER = "2b0236b7";

const git = (...words: string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8" });

/** The release that people upgrade from: the newest tag that is not this commit's own. */
export function formerRelease(): string {
  const { status, stdout } = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  return status === 0 ? stdout.trim() : FIRST_FORMER;
}

/** Whether the history of this clone has a commit. */
export const isKnown = (ref: string): boolean =>
  git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).status === 0;

/** Lays a commit into a folder, with the packages that its lock file names. */
export function layCheckout(ref: string, folder: string): void {
  const archived = spawnSync(
    "bash",
    ["-c", 'git archive "$1" | tar -x -C "$2"', "-", ref, folder],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  if (archived.status !== 0) throw new Error(`${ref} could not be laid: ${archived.stderr}`);
  const same = git("diff", "--quiet", ref, "--", "package-lock.json").status === 0;
  // Links to workspaces are relative: they lead into the copy.
  const installed = same
    ? spawnSync("cp", ["-al", join(ROOT, "node_modules"), folder])
    : spawnSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit"], {
        cwd: folder,
      });
  if (installed.status !== 0 || !existsSync(join(folder, "node_modules")))
    throw new Error(`the packages of ${ref} could not be installed`);
}
