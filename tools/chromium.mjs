import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where the system's Chromium is, or undefined where only Playwright's own can serve. */
export function systemChromium() {
  return SYSTEM.find((path) => existsSync(path));
}

/** Playwright's launch options for the browser of this machine. */
export function chromium() {
  const executablePath = systemChromium();
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}

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
