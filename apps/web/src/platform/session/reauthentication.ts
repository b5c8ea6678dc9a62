import { createContext, use } from "react";
import type { TabMessage } from "./sign-in.ts";

/** Whether this page waits for its person to sign in again. */
export type ReauthenticationState =
  | { readonly status: "idle" }
  /** `repeated`: a sign-in came, and was not recent enough for the server. */
  | { readonly status: "waiting"; readonly repeated: boolean };

const IDLE: ReauthenticationState = { status: "idle" };

/**
 * What the server does only after a recent sign-in waits here for one.
 * Rules session/A1 to A3.
 */
export class Reauthentication {
  readonly #listeners = new Set<() => void>();
  #state: ReauthenticationState = IDLE;
  #waiting: ((signedIn: boolean) => void)[] = [];

  readonly getSnapshot = (): ReauthenticationState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers whether somebody has signed in; `repeated` where the last sign-in did not suffice. */
  readonly request = (repeated: boolean): Promise<boolean> => {
    const signedIn = new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    this.#become({ status: "waiting", repeated });
    return signedIn;
  };

  readonly cancel = (): void => this.#settle(false);

  readonly hear = ({ kind }: TabMessage): void => {
    if (kind === "signedIn") this.#settle(true);
  };

  #settle(signedIn: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#become(IDLE);
    for (const resolve of waiting) resolve(signedIn);
  }

  #become(state: ReauthenticationState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const ReauthenticationContext = createContext(new Reauthentication());

export const ReauthenticationProvider = ReauthenticationContext.Provider;

/** What waits on this page for a recent sign-in. */
export function useReauthentication(): Reauthentication {
  return use(ReauthenticationContext);
}
