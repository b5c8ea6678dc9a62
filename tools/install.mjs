import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { RUN_AT_INSTALL } from "./supply/install-scripts.mjs";

const root = resolve(import.meta.dirname, "..");

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

/** Installs a folder's dependencies where they are missing or older than its lock file. */
export function install(folder = root) {
  const installed = resolve(folder, "node_modules/.package-lock.json");
  const wanted = resolve(folder, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  const where = relative(root, folder);
  console.error(`Installing the missing packages${where === "" ? "" : ` of ${where}`} …`);
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return runInstallScripts(folder);
  console.error("npm ci failed: see above.");
  process.exit(1);
}
