import type { Identity } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";

/** What distinguishes one browser from the next. */
interface Device {
  readonly userAgent: string;
  readonly languages: readonly string[];
  readonly screen: string;
  readonly cores: number;
  readonly timeZone: string;
  /** Made once and kept by the browser: two machines of one model differ in nothing else. */
  readonly installation: string;
}

/**
 * The browser's fingerprint: 32 hex digits of the user's names and the device. A hint for people
 * and for the queue, never an authority.
 */
export function fingerprint(
  identity: Pick<Identity, "givenName" | "familyName">,
  device: Device,
): string {
  const text = JSON.stringify([identity.givenName, identity.familyName, device]);
  return [0, 1, 2, 3].map((seed) => hash(text, seed).toString(16).padStart(8, "0")).join("");
}

/** FNV-1a of 32 bits over UTF-16 units, with murmur's last mixing. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  return h >>> 0;
}

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
  const fresh = hexId(crypto.getRandomValues(new Uint8Array(12)));
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) return kept;
    localStorage.setItem(KEY, fresh);
  } catch {
    // Storage may be forbidden: the fingerprint then lasts as long as the page.
  }
  return fresh;
}
