import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import type { Attempt } from "./relying-party.ts";
import type { Sealer } from "./secrets.ts";

interface AttemptCookies {
  /** Encrypts the cookies. */
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly settings: {
    readonly httpOnly: true;
    readonly sameSite: "lax";
    readonly secure: boolean;
  };
}

const PREFIX = "swath_sign_in_";
const ATTEMPT_SECONDS = 600;
/** A cookie outlives its attempt: whoever comes back late still gets to the page that they wanted. */
const COOKIE_SECONDS = 86_400;
/** All attempts of a browser together; older ones give way, since servers bound a call's headers. */
const MOST_CHARACTERS = 6_000;

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  until: z.number(),
});
type SavedAttempt = z.infer<typeof attemptSchema>;

const nameOf = (state: string): string =>
  `${PREFIX}${state.replaceAll(/[^\w-]/g, "").slice(0, 12)}`;

/** The sign-ins that a browser has begun, each in a cookie of its own. */
export class SignInAttempts {
  readonly #cookies: AttemptCookies;

  constructor(cookies: AttemptCookies) {
    this.#cookies = cookies;
  }

  keep(request: FastifyRequest, reply: FastifyReply, attempt: Attempt, returnTo: string): void {
    const { sealer, clock, settings } = this.#cookies;
    const until = clock().getTime() + ATTEMPT_SECONDS * 1000;
    const sealed = sealer.seal(JSON.stringify({ ...attempt, returnTo, until }));
    const value = sealed.toString("base64url");
    this.#makeRoom(request, reply, value.length);
    void reply.setCookie(nameOf(attempt.state), value, {
      ...settings,
      path: "/auth",
      maxAge: COOKIE_SECONDS,
    });
  }

  /** The attempt that a callback belongs to, once; `expired` where it came too late. */
  take(
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
  ): { readonly attempt: SavedAttempt; readonly expired: boolean } | undefined {
    const name = nameOf(state);
    const attempt = this.#read(request.cookies[name]);
    if (attempt === undefined) return undefined;
    this.#drop(reply, name);
    return { attempt, expired: attempt.until <= this.#cookies.clock().getTime() };
  }

  /** Where the latest attempt of the browser was to return to. */
  latestReturn(request: FastifyRequest): string | undefined {
    return this.#all(request)[0]?.attempt?.returnTo;
  }

  /** Latest first; at the end those that no key of ours opens. */
  #all(request: FastifyRequest) {
    return Object.entries(request.cookies)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value = ""]) => ({ name, attempt: this.#read(value), length: value.length }))
      .toSorted((a, b) => (b.attempt?.until ?? 0) - (a.attempt?.until ?? 0));
  }

  #makeRoom(request: FastifyRequest, reply: FastifyReply, needed: number): void {
    let used = needed;
    for (const { name, attempt, length } of this.#all(request)) {
      used += length;
      if (attempt === undefined || used > MOST_CHARACTERS) this.#drop(reply, name);
    }
  }

  #read(value = ""): SavedAttempt | undefined {
    const plain = this.#cookies.sealer.unseal(Buffer.from(value, "base64url"));
    return plain === undefined ? undefined : attemptSchema.parse(JSON.parse(plain));
  }

  #drop(reply: FastifyReply, name: string): void {
    void reply.clearCookie(name, { ...this.#cookies.settings, path: "/auth" });
  }
}
