import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const installed = resolve(root, "node_modules/.package-lock.json");
const wanted = resolve(root, "package-lock.json");

/** Installs the dependencies where they are missing or older than the lock file. */
export function install() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.error("Installing what is missing …");
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error("npm ci failed: see above.");
  process.exit(1);
}
