import { type Identity, ROLES } from "@swath/contract/identity";
import { listOf, membersOf, wordOf } from "@swath/contract/read-value";
import { errorBodyOf } from "../api/api-error.ts";
import type { Renewal } from "./session.ts";

const TEXTS = ["subject", "name", "givenName", "familyName", "email"] as const;

function isIdentity(value: unknown): value is Identity {
  const person = membersOf(value);
  const roles = listOf(person["roles"], (role) => wordOf(role, ROLES));
  return roles !== undefined && TEXTS.every((name) => typeof person[name] === "string");
}

/** An answer as a renewal; throws where it is none. */
function renewalOf(answer: unknown): Renewal {
  const { token, expiresIn, identity } = membersOf(answer);
  if (typeof token !== "string" || token === "" || typeof expiresIn !== "number")
    throw new TypeError("the answer holds no token");
  if (!isIdentity(identity)) throw new TypeError("the answer names no person");
  return { outcome: "renewed", token, lifetimeMs: expiresIn * 1000, identity };
}

const TIMEOUT_MS = 20_000;

/**
 * Requests an access token by the session's cookie (`GET {main}/renew`), for the person of that
 * subject where one is named.
 */
export async function renewOver(
  fetcher: typeof fetch,
  mainService: string,
  subject?: string,
): Promise<Renewal> {
  const query = subject === undefined ? "" : `?${new URLSearchParams({ subject }).toString()}`;
  const response = await fetcher(`${mainService}/renew${query}`, {
    headers: { accept: "application/json" },
    credentials: "include",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return renewalOf(await response.json());
  if (response.status === 401) return { outcome: "ended" };
  const error = errorBodyOf(await response.json().catch(() => undefined));
  return { outcome: error?.code === "SESSION_CHANGED" ? "changed" : "failed" };
}

const TICK_MS = 15_000;
const SLEPT_MS = 45_000;

/** Calls back when the page or the machine wakes: shown or focused again, online again, or a clock that jumped. */
export function onWake(wake: () => void): () => void {
  let last = Date.now();
  const tick = setInterval(() => {
    const slept = Date.now() - last > SLEPT_MS;
    last = Date.now();
    if (slept) wake();
  }, TICK_MS);
  const shown = (): void => {
    if (document.visibilityState === "visible") wake();
  };
  document.addEventListener("visibilitychange", shown);
  window.addEventListener("online", wake);
  window.addEventListener("focus", wake);
  window.addEventListener("pageshow", shown);
  return () => {
    clearInterval(tick);
    document.removeEventListener("visibilitychange", shown);
    window.removeEventListener("online", wake);
    window.removeEventListener("focus", wake);
    window.removeEventListener("pageshow", shown);
  };
}
