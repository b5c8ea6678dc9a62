import type { DeviceSignIn } from "@swath/contract/settings";
import type { CommandProblem } from "../exit-codes.ts";
import type { DeviceCode, KeepToken, Tokens } from "./device-provider.ts";
import type { Kept, SavedSignIn } from "./saved-sign-in.ts";

interface Parts {
  readonly settings: Pick<DeviceSignIn, "issuer" | "clientId">;
  readonly provider: {
    signIn(show: (code: DeviceCode) => void, keep: KeepToken): Promise<Tokens>;
    renew(refreshToken: string, keep: KeepToken): Promise<Tokens | "ended">;
  };
  readonly kept: Pick<SavedSignIn, "read" | "write" | "remove" | "alone">;
  /** Asks the person to sign in. */
  readonly show: (code: DeviceCode) => void;
  /** The problem of a missing or ended sign-in, where nobody can be asked. */
  readonly nobody?: (() => CommandProblem) | undefined;
  /** Milliseconds on a clock that never goes back: this machine's time of day may be wrong. */
  readonly now: () => number;
}

/** A token with less than this left is renewed before it is sent. */
const FRESH_MS = 120_000;

/**
 * The bearer of this person's calls.
 *
 * cli/A1 a token is used until shortly before its end, measured from when it was given;
 * cli/A2 a token that the server refused is renewed, even where it seems young: the machine slept;
 * cli/A3 calls that wait for a renewal share it;
 * cli/A4 every refresh token is kept before anything that came with it is checked or used: the one
 *    before is honoured no more;
 * cli/A5 an ended sign-in asks the person to sign in again, and the calls wait meanwhile; where nobody
 *    can be asked they fail at once;
 * cli/A6 a refresh token goes to the provider and client alone that it was given by and to.
 */
export class AccessTokens {
  readonly #parts: Parts;
  #current: { readonly token: string; readonly until: number } | undefined;
  #renewal: Promise<string> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** cli/A1 The present token, or a renewed one shortly before its end. */
  async token(): Promise<string> {
    const current = this.#current;
    if (current !== undefined && this.#parts.now() < current.until) return current.token;
    return this.#share(() => this.#renew());
  }

  /** cli/A2 A newer token than the refused one. */
  async after(refused: string): Promise<string> {
    if (this.#current?.token === refused) this.#current = undefined;
    return this.token();
  }

  /** Asks the person to sign in, also where somebody is signed in. */
  signIn(): Promise<string> {
    return this.#share(() => this.#signIn());
  }

  /** cli/A3 Lets all calls wait for one renewal. */
  async #share(task: () => Promise<string>): Promise<string> {
    this.#renewal ??= task().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<string> {
    const { kept, provider, nobody } = this.#parts;
    const renewed = await kept.alone(async () => {
      const found = await kept.read();
      const tokens = this.#isOurs(found)
        ? await provider.renew(found.refreshToken, (token) => this.#keep(token))
        : "ended";
      return tokens === "ended" ? undefined : this.#use(tokens);
    });
    if (renewed === undefined && nobody !== undefined) throw nobody();
    return renewed ?? this.#signIn();
  }

  /** cli/A5 Asks the person to sign in again. */
  async #signIn(): Promise<string> {
    const { kept, provider, show } = this.#parts;
    await kept.remove();
    return this.#use(await provider.signIn(show, (token) => this.#keep(token)));
  }

  /** cli/A4 Keeps a refresh token before anything else is done with its reply. */
  #keep(refreshToken: string): Promise<void> {
    const { issuer, clientId } = this.#parts.settings;
    return this.#parts.kept.write({ issuer, clientId, refreshToken });
  }

  #use({ access, lifetime }: Tokens): string {
    const milliseconds = lifetime * 1000;
    const until = this.#parts.now() + Math.max(milliseconds - FRESH_MS, milliseconds / 2);
    this.#current = { token: access, until };
    return access;
  }

  /** cli/A6 Whether a kept token came from this provider, for this client. */
  #isOurs(found: Kept | undefined): found is Kept {
    const { issuer, clientId } = this.#parts.settings;
    return found?.issuer === issuer && found.clientId === clientId;
  }
}
