import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Caches of tools: a copy makes its own. */
const CACHES = /^\.(cache|vite.*|vitest.*)$/;

/** A copy of a folder whose files are links to the same bytes; symbolic links stay relative. */
function linkFolder(from: string, to: string, without = /^$/): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkSync(source, target);
    else if (!without.test(entry.name)) linkFolder(source, target);
  }
}

function installedAs(root: string): string | undefined {
  const path = join(root, "node_modules/.package-lock.json");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/**
 * Makes a copy of the repository as it stands, changes and new files included, to be changed
 * without touching it; the installed packages are linked. Answers the copy's folder.
 */
export function makeWorkingCopy(root: string): string {
  const copy = join(root, ".cache/prove-guards");
  const keep = installedAs(copy) !== undefined && installedAs(copy) === installedAs(root);
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy))
    if (!keep || name !== "node_modules") rmSync(join(copy, name), { recursive: true });
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  for (const path of listed.split("\0")) if (path !== "") copyTo(root, copy, path);
  if (!keep) linkFolder(join(root, "node_modules"), join(copy, "node_modules"), CACHES);
  // What is changed is restored from this index; some tests read the list of what is tracked.
  execFileSync("git", ["init", "-q"], { cwd: copy });
  execFileSync("git", ["add", "-A"], { cwd: copy });
  return copy;
}

function copyTo(root: string, copy: string, path: string): void {
  if (!existsSync(join(root, path))) return;
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  copyFileSync(join(root, path), join(copy, path));
}
