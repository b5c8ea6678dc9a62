import type { Identity } from "@swath/contract/identity";
import type { TokenSource } from "../api/api.ts";

export type Renewal =
  | {
      readonly outcome: "renewed";
      readonly token: string;
      readonly expiresAt: number;
      readonly identity: Identity;
    }
  /** The server knows no session: only signing in helps. */
  | { readonly outcome: "ended" }
  /** No usable answer: worth another attempt. */
  | { readonly outcome: "failed" };

export type SessionState =
  | { readonly status: "starting" }
  | { readonly status: "signedIn"; readonly identity: Identity }
  | { readonly status: "signedOut" };

export interface SessionPorts {
  renew(): Promise<Renewal>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after the delay; returns what cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The signed-in user's session; its token lives in memory only. */
export interface Session extends TokenSource {
  readonly getSnapshot: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Renews the token where it is about to expire: at the start, and when the machine or the page wakes. */
  check(): Promise<void>;
  stop(): void;
}

/** Document 1, section 4, "Token session". */
const TOKEN_CHECK_MS = 600_000;
const TOKEN_RENEW_WITHIN_S = 660;
const TOKEN_RETRY_MS = 10_000;
const TOKEN_RENEW_ATTEMPTS = 3;
const EARLIEST_CHECK_MS = 10_000;

/** When to check a token again: every 10 minutes, sooner where it would lapse in between. */
function nextCheckMs(remainingMs: number): number {
  return Math.min(TOKEN_CHECK_MS, Math.max(EARLIEST_CHECK_MS, remainingMs / 2));
}

/**
 * Keeps a session (document 1, section 4, "Token session").
 *
 * session/S1 the token's expiry is compared with the clock every 10 minutes, and on waking;
 * session/S2 within 660 s of its expiry it is renewed;
 * session/S3 a failed renewal is tried again after 10 s; the third failure in a row signs out;
 * session/S4 a session that the server has ended signs out at once;
 * session/S5 concurrent renewals share one call;
 * session/S6 a refused token is renewed at once, unless a newer one is already there or S3 is waiting.
 */
export function createSession(ports: SessionPorts): Session {
  let state: SessionState = { status: "starting" };
  let bearer: { readonly token: string; readonly expiresAt: number } | undefined;
  let failures = 0;
  let underway: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const become = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const schedule = (delayMs: number, run: () => Promise<void>): void => {
    cancelTimer?.();
    cancelTimer = ports.after(delayMs, () => void run());
  };
  const signOut = (): void => {
    cancelTimer?.();
    bearer = undefined;
    become({ status: "signedOut" });
  };
  const settle = (renewal: Renewal): void => {
    if (renewal.outcome === "ended") return signOut();
    if (renewal.outcome === "failed") {
      failures += 1;
      if (failures >= TOKEN_RENEW_ATTEMPTS) return signOut();
      return schedule(TOKEN_RETRY_MS, renew);
    }
    failures = 0;
    bearer = renewal;
    schedule(nextCheckMs(renewal.expiresAt - ports.now()), check);
    if (state.status !== "signedIn" || !sameIdentity(state.identity, renewal.identity))
      become({ status: "signedIn", identity: renewal.identity });
  };
  const renew = (): Promise<void> => {
    underway ??= ports
      .renew()
      .catch((): Renewal => ({ outcome: "failed" }))
      .then(settle)
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };
  const check = async (): Promise<void> => {
    const remainingMs = (bearer?.expiresAt ?? 0) - ports.now();
    if (remainingMs <= TOKEN_RENEW_WITHIN_S * 1000) return renew();
    schedule(nextCheckMs(remainingMs), check);
  };
  const backingOff = (): boolean => failures > 0 || state.status === "signedOut";
  const live = (): string | undefined =>
    bearer !== undefined && bearer.expiresAt > ports.now() ? bearer.token : undefined;
  return {
    getSnapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: async () => {
      if (state.status !== "signedOut") await check();
    },
    stop: () => cancelTimer?.(),
    token: async () => {
      if (live() === undefined && !backingOff()) await renew();
      return live();
    },
    tokenAfter: async (refused) => {
      if (live() === refused && !backingOff()) await renew();
      const token = live();
      return token === refused ? undefined : token;
    },
  };
}

function sameIdentity(a: Identity, b: Identity): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
