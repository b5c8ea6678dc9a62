import { existsSync } from "node:fs";

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
