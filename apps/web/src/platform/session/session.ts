import type { Identity } from "@swath/contract/identity";
import { createContext, use, useSyncExternalStore } from "react";
import type { TokenSource } from "../api/api.ts";
import type { TabMessage } from "./sign-in.ts";

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Whether someone is signed in, and who. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("useSession outside of SessionProvider");
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}

/** The person whose page this is; only for what is drawn inside the guard. */
export function useIdentity(): Identity {
  const state = useSession();
  if (state.status !== "signedIn" && state.status !== "interrupted")
    throw new Error("useIdentity while nobody is signed in");
  return state.identity;
}

export type Renewal =
  | {
      readonly outcome: "renewed";
      readonly token: string;
      readonly lifetimeMs: number;
      readonly identity: Identity;
    }
  /** The server knows no session: only signing in helps. */
  | { readonly outcome: "ended" }
  /** The session is another person's than the one that was named. */
  | { readonly outcome: "changed" }
  /** No usable answer: worth another attempt. */
  | { readonly outcome: "failed" };

/** Why a session is interrupted. */
export type Interruption = "unreachable" | "ended" | "changed";

export type SessionState =
  | { readonly status: "starting" }
  /** At the start, no answer yet: nobody knows whether someone is signed in. */
  | { readonly status: "unreachable" }
  | { readonly status: "signedIn"; readonly identity: Identity }
  /** Lost while work was unfinished on this page: the page stays, its calls wait. */
  | {
      readonly status: "interrupted";
      readonly identity: Identity;
      readonly cause: Interruption;
    }
  /** Someone else has signed in in this browser; the identity is of the person before. */
  | { readonly status: "changed"; readonly identity: Identity }
  | { readonly status: "signedOut" };

export interface SessionPorts {
  /** Requests a token for the person of that subject, for anybody where undefined. */
  renew(subject: string | undefined): Promise<Renewal>;
  /** Milliseconds of a clock that nobody sets. */
  now(): number;
  /** Runs once after the delay; returns what cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Whether something on this page must not be lost, such as a running upload. */
  hasUnfinishedWork(): boolean;
  /** Tells the other tabs of this browser. */
  tellTabs(message: TabMessage): void;
}

/** Document 1, section 4, "Token session". */
const TOKEN_CHECK_MS = 600_000;
const TOKEN_RENEW_WITHIN_MS = 660_000;
const TOKEN_RETRY_MS = 10_000;
const TOKEN_RENEW_ATTEMPTS = 3;
const EARLIEST_CHECK_MS = 10_000;
/** How long a start waits for an answer before it says that there is none. */
const START_MS = 5_000;
/** How often an interrupted session asks whether someone has signed in again. */
const INTERRUPTED_RETRY_MS = 30_000;
/** A confirmation so soon after an answer adds nothing. */
const CONFIRMED_MS = 5_000;

/** When to check a token again: every 10 minutes, sooner where it would lapse in between. */
function nextCheckMs(remainingMs: number): number {
  return Math.min(TOKEN_CHECK_MS, Math.max(EARLIEST_CHECK_MS, remainingMs / 2));
}

/**
 * The signed-in user's session, whose token lives in memory only; it does nothing before the first call
 * (document 1, section 4, "Token session").
 *
 * session/S1 the token's age is compared with its lifetime every 10 minutes, and on waking;
 * session/S2 within 660 s of its expiry it is renewed;
 * session/S3 a failed renewal is tried again after 10 s; the third failure in a row signs out;
 * session/S4 a session that the server has ended signs out at once;
 * session/S5 concurrent renewals share one call;
 * session/S6 a refused token is renewed at once, unless a newer one is already there or S3 is waiting;
 * session/S7 a token's age is counted on a clock that nobody sets, from when it was requested;
 * session/S8 at the start failures sign nobody out: after 5 s, or the first failure, the server counts
 *   as unreachable, and it is tried again every 10 s;
 * session/S9 while work is unfinished nothing signs out: the session is interrupted, keeps its person,
 *   and goes on by itself once a renewal succeeds;
 * session/S10 each renewal names the person; another one's session is never taken over;
 * session/S11 a sign-in or sign-out in another tab, and waking, are confirmed with the server at once;
 *   a confirmation without an answer changes nothing while the token is good.
 *
 * What waits for a recent sign-in (`reauthentication.ts`):
 * session/A1 calls that wait at the same time wait for the same sign-in;
 * session/A2 a sign-in of this browser, which another window tells of, lets them go on;
 * session/A3 cancelling ends each with its refusal; a sign-out does not: the sign-in ends the
 *   session before, which another tab may take for one.
 */
export class Session implements TokenSource {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { status: "starting" };
  /** Whose page this is, from the first token on. */
  #person: Identity | undefined;
  #bearer: { readonly token: string; readonly expiresAt: number } | undefined;
  #failures = 0;
  #answeredAt = -Infinity;
  #underway: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  readonly getSnapshot = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Renews the token where it is about to expire. */
  async check(): Promise<void> {
    if (this.#state.status === "signedOut") return;
    const remaining = this.#remainingMs();
    if (remaining <= TOKEN_RENEW_WITHIN_MS) return this.#renew();
    this.#schedule(nextCheckMs(remaining), () => this.check());
  }

  /** Makes sure that the session still is this person's, unless that was answered just now (session/S11). */
  async confirm(): Promise<void> {
    if (this.#state.status === "signedOut") return;
    if (this.#ports.now() - this.#answeredAt >= CONFIRMED_MS) await this.#renew();
  }

  /** What another tab tells; what was under way may have been answered before it (session/S11). */
  async hear(message: TabMessage): Promise<void> {
    const { status } = this.#state;
    if (message.kind === "signedOut" && status === "signedOut") return;
    const known = status === "signedIn" && this.#person?.subject;
    if (message.kind === "signedIn" && message.subject === known) return;
    await this.#underway;
    await this.#renew();
  }

  stop(): void {
    this.#cancelTimer?.();
  }

  async token(): Promise<string | undefined> {
    if (this.#live() === undefined && !this.#isWaiting()) await this.#renew();
    return this.#live();
  }

  /** Renews at once, unless a newer token is there or a renewal is due later (session/S6). */
  async tokenAfter(refused: string | undefined): Promise<string | undefined> {
    if (this.#live() === refused) {
      this.#bearer = undefined;
      if (!this.#isWaiting()) await this.#renew();
    }
    return this.#live();
  }

  #remainingMs(): number {
    return (this.#bearer?.expiresAt ?? -Infinity) - this.#ports.now();
  }

  #live(): string | undefined {
    return this.#remainingMs() > 0 ? this.#bearer?.token : undefined;
  }

  /** Whether a renewal is already due at a later time, or would not help. */
  #isWaiting(): boolean {
    const { status } = this.#state;
    return this.#failures > 0 || !(status === "starting" || status === "signedIn");
  }

  /** Callers at the same time share the call (session/S5). */
  #renew(): Promise<void> {
    if (this.#state.status === "starting" && this.#underway === undefined)
      this.#schedule(START_MS, () => this.#becomeUnreachable());
    const startedAt = this.#ports.now();
    this.#underway ??= this.#ports
      .renew(this.#person?.subject)
      .catch((): Renewal => ({ outcome: "failed" }))
      .then((renewal) => this.#settle(renewal, startedAt))
      .finally(() => {
        this.#underway = undefined;
      });
    return this.#underway;
  }

  #settle(renewal: Renewal, startedAt: number): void {
    if (renewal.outcome === "failed") return this.#fail();
    this.#failures = 0;
    this.#answeredAt = this.#ports.now();
    if (renewal.outcome === "renewed") return this.#accept(renewal, startedAt);
    const wasLost = this.#state.status === "interrupted" || this.#state.status === "signedOut";
    this.#lose(renewal.outcome);
    if (renewal.outcome === "ended" && !wasLost) this.#ports.tellTabs({ kind: "signedOut" });
  }

  /** The token's age counts from when it was requested (session/S7). */
  #accept(renewal: Renewal & { outcome: "renewed" }, startedAt: number): void {
    const { token, lifetimeMs, identity } = renewal;
    this.#bearer = { token, expiresAt: startedAt + lifetimeMs };
    this.#person = identity;
    this.#schedule(nextCheckMs(this.#remainingMs()), () => this.check());
    const wasSignedIn = this.#state.status === "signedIn";
    this.#become({ status: "signedIn", identity });
    if (!wasSignedIn) this.#ports.tellTabs({ kind: "signedIn", subject: identity.subject });
  }

  /** Tries again after 10 s; the third failure in a row signs out (session/S3, S8). */
  #fail(): void {
    const { status } = this.#state;
    if (status === "signedOut" || this.#remainingMs() > TOKEN_RENEW_WITHIN_MS) return;
    this.#failures += 1;
    this.#schedule(TOKEN_RETRY_MS, () => this.#renew());
    if (this.#person === undefined) this.#becomeUnreachable();
    else if (status === "signedIn" && this.#failures >= TOKEN_RENEW_ATTEMPTS)
      this.#signOut("unreachable");
  }

  /** The session ended, or is another person's (session/S4, S10). */
  #lose(cause: "ended" | "changed"): void {
    this.#bearer = undefined;
    this.#signOut(cause);
  }

  /** While work is unfinished the session is only interrupted (session/S9). */
  #signOut(cause: Interruption): void {
    const identity = this.#person;
    if (identity !== undefined && this.#ports.hasUnfinishedWork()) {
      this.#become({ status: "interrupted", identity, cause });
      const retryMs = cause === "unreachable" ? TOKEN_RETRY_MS : INTERRUPTED_RETRY_MS;
      this.#schedule(retryMs, () => this.#renew());
      return;
    }
    this.#cancelTimer?.();
    this.#bearer = undefined;
    if (cause === "changed" && identity !== undefined)
      this.#become({ status: "changed", identity });
    else this.#become({ status: "signedOut" });
  }

  #becomeUnreachable(): void {
    if (this.#state.status === "starting") this.#become({ status: "unreachable" });
  }

  #become(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #schedule(delayMs: number, run: () => unknown): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#ports.after(delayMs, () => void run());
  }
}
