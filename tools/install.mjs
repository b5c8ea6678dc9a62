import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { RUN_AT_INSTALL } from "./supply/install-scripts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The listed packages' scripts, and no other's. */
function runInstallScripts(folder) {
  if (RUN_AT_INSTALL.length === 0) return;
  const words = ["rebuild", "--ignore-scripts=false", ...RUN_AT_INSTALL];
  const { status } = spawnSync("npm", words, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) process.exit(1);
}

/** The packages that a lock file lists, by their folders; undefined without one that can be read. */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether the folder holds the packages that its lock file lists, by what npm noted of them: a newer
 * date alone would have a running server's packages installed anew. Optional ones may be missing.
 */
export function isInstalled(folder) {
  const wanted = packagesOf(resolve(folder, "package-lock.json"));
  const installed = packagesOf(resolve(folder, "node_modules/.package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([place, { version, integrity, link, optional }]) => {
    if (place === "") return true;
    const there = installed[place];
    if (there === undefined) return optional === true;
    return link === true || (there.version === version && there.integrity === integrity);
  });
}

/** Installs a folder's dependencies where they are missing or others than its lock file lists. */
export function install(folder = root) {
  if (isInstalled(folder)) return;
  const where = relative(root, folder);
  console.error(`Installing the missing packages${where === "" ? "" : ` of ${where}`} …`);
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return runInstallScripts(folder);
  console.error(
    "npm ci failed: see above. Without a network to the registry, use a release's archive, which holds all.",
  );
  process.exit(1);
}
