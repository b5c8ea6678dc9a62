import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { systemChromium } from "./chromium.mjs";

const isDebian = () =>
  existsSync("/etc/os-release") &&
  /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));

const run = (command, words) =>
  spawnSync(command, words, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Installs a Chromium where the machine has none: Debian's as root, else Playwright's own. */
export function installBrowser() {
  if (systemChromium() !== undefined) return;
  if (isDebian() && process.getuid?.() === 0) {
    run("apt-get", ["update", "-qq"]);
    if (run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"])) return;
  }
  if (run("npx", ["playwright", "install", "chromium"])) return;
  console.error(
    "The browser tests need Chromium: install it (on Debian, apt-get install chromium).",
  );
  process.exit(1);
}
