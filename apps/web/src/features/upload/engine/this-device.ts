import type { Device } from "./fingerprint.ts";

const KEY = "swath-installation";

/** The device that this page runs on. */
export function thisDevice(): Device {
  return {
    userAgent: navigator.userAgent,
    languages: navigator.languages,
    screen: `${screen.width}x${screen.height}x${screen.colorDepth}`,
    cores: navigator.hardwareConcurrency,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    installation: installation(),
  };
}

function installation(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) return kept;
    localStorage.setItem(KEY, fresh);
  } catch {
    // Storage may be forbidden: the fingerprint then lasts as long as the page.
  }
  return fresh;
}
