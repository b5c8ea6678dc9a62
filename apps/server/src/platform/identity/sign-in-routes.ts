import { AppError } from "@swath/contract/errors";
import {
  identitySchema,
  PROVIDER_ERRORS,
  safeReturn,
  type SignInProblem,
} from "@swath/contract/identity";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AuthorizationResponseError } from "openid-client";
import { z } from "zod";
import type { CallOrigin } from "../audit/record-event.ts";
import { deviceOf, failureOf, type SignInFailure } from "./sign-in-failure.ts";
import type { Clock } from "../clock/clock.ts";
import type { Verified } from "./bearer.ts";
import type { DenyList } from "./end-sessions.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { Sealer } from "./secrets.ts";
import {
  SESSION_SECONDS,
  type SessionStore,
  type SessionTokens,
  type Visit,
} from "./session-store.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";

export interface SignInOptions {
  readonly publicUrl: URL;
  readonly party: RelyingParty;
  readonly sessions: SessionStore;
  readonly denied: Pick<DenyList, "refresh">;
  /** For the cookie of a sign-in that is under way. */
  readonly sealer: Sealer;
  readonly verify: (token: string) => Promise<Verified>;
  readonly clock: Clock;
  /** The address that a call by another name of this machine should have come to. */
  readonly properAddress: (request: FastifyRequest) => string | undefined;
  /** Told of sign-ins that came to nothing. */
  readonly onFailure: (problem: SignInProblem, from: CallOrigin) => void;
}

/** Most sign-in calls a minute of one address: everybody in an office opens the pages at nine. */
export const CALLS_PER_MINUTE = 1_200;
/** A token with less than this left is renewed: browsers renew from 660 s on. */
const FRESH_MS = 900_000;
/** Calls that waited for one another's renewal share its result. */
const JUST_GIVEN_MS = 15_000;

const renewReplySchema = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  /** Seconds, by the server's clock: a browser's own may be wrong. */
  expiresIn: z.int().nonnegative(),
  identity: identitySchema,
});

/**
 * What a browser forgets at sign-out: pages and replies, those of its way back too, and what scripts
 * kept. Not cookies: the provider at the same site needs its own to end its session.
 */
const LEFT_BEHIND = '"cache", "storage"';

function cookies(publicUrl: URL) {
  const secure = publicUrl.protocol === "https:";
  return {
    // Under https the prefix keeps other hosts and paths from planting one.
    session: secure ? "__Host-swath_session" : "swath_session",
    settings: { httpOnly: true, sameSite: "lax", secure } as const,
  };
}

/** Whether a browser says that another site made it call. */
function foreign(request: FastifyRequest, publicUrl: URL): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = request.headers;
  return origin !== undefined && origin !== publicUrl.origin;
}

function freshEnough(tokens: SessionTokens, now: number): boolean {
  return tokens.expires - now > FRESH_MS || now - tokens.given < JUST_GIVEN_MS;
}

const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  requestId: request.id,
  device: deviceOf(request.headers["user-agent"]),
});

class SignIn {
  readonly #options: SignInOptions;
  readonly #cookies: ReturnType<typeof cookies>;
  readonly #attempts: SignInAttempts;

  constructor(options: SignInOptions) {
    const { sealer, clock } = options;
    this.#options = options;
    this.#cookies = cookies(options.publicUrl);
    this.#attempts = new SignInAttempts({ sealer, clock, settings: this.#cookies.settings });
  }

  async login(
    request: FastifyRequest<{ Querystring: { returnTo?: string; prompt?: "login" } }>,
    reply: FastifyReply,
  ) {
    const elsewhere = this.#options.properAddress(request);
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
    const returnTo = safeReturn(request.query.returnTo);
    try {
      const { url, attempt } = await this.#options.party.begin(request.query.prompt);
      this.#attempts.keep(request, reply, attempt, returnTo);
      return await reply.redirect(url.href, 302);
    } catch (error) {
      return this.failed(request, reply, error, returnTo);
    }
  }

  async callback(
    request: FastifyRequest<{ Querystring: { state?: string } }>,
    reply: FastifyReply,
  ) {
    const taken = this.#attempts.take(request, reply, request.query.state ?? "");
    const callback = new URL(request.url, this.#options.publicUrl);
    if (taken === undefined || taken.expired) {
      const returnTo = taken?.attempt.returnTo;
      // Some providers name no attempt when they refuse it.
      if (!callback.searchParams.has("error"))
        return this.#back(request, reply, { problem: "expired" }, returnTo);
      const cause = callback.searchParams;
      const error = new AuthorizationResponseError("of no attempt of this browser", { cause });
      return this.failed(request, reply, error, returnTo);
    }
    const { attempt } = taken;
    try {
      const { tokens, authenticated } = await this.#options.party.redeem(callback, attempt);
      const { identity } = await this.#options.verify(tokens.access);
      const replaces = request.cookies[this.#cookies.session];
      const session = { person: identity, tokens, authenticated, replaces };
      this.#setSession(reply, await this.#options.sessions.create(session, visitOf(request)));
      this.#options.denied.refresh();
      request.log.info({ subject: identity.subject }, "signed in");
    } catch (error) {
      return this.failed(request, reply, error, attempt.returnTo);
    }
    return reply.redirect(new URL(attempt.returnTo, this.#options.publicUrl).href, 302);
  }

  /** The provider has forgotten the attempt that the browser comes back with. */
  async expired(request: FastifyRequest, reply: FastifyReply) {
    const returnTo = this.#attempts.latestReturn(request);
    return this.#back(request, reply, { problem: "expired" }, returnTo);
  }

  async logout(request: FastifyRequest, reply: FastifyReply) {
    if (foreign(request, this.#options.publicUrl))
      return reply.redirect(new URL("/", this.#options.publicUrl).href, 302);
    const secret = request.cookies[this.#cookies.session];
    const tokens =
      secret === undefined ? undefined : await this.#options.sessions.end(secret, visitOf(request));
    this.#options.denied.refresh();
    void reply.clearCookie(this.#cookies.session, { ...this.#cookies.settings, path: "/" });
    void reply.header("clear-site-data", LEFT_BEHIND);
    const goOn = await this.#options.party.end(tokens).catch((error: unknown) => {
      request.log.warn({ err: error }, "the identity provider did not take a sign-out");
      return undefined;
    });
    return reply.redirect((goOn ?? new URL("/login", this.#options.publicUrl)).href, 302);
  }

  async renew(request: FastifyRequest<{ Querystring: { subject?: string } }>, reply: FastifyReply) {
    if (foreign(request, this.#options.publicUrl))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "a session is renewed by its own pages only");
    const secret = request.cookies[this.#cookies.session];
    const expected = request.query.subject;
    const now = (): number => this.#options.clock().getTime();
    const tokens =
      secret === undefined
        ? undefined
        : await this.#options.sessions.change(secret, visitOf(request), async (kept, subject) => {
            if (expected !== undefined && subject !== expected)
              throw new AppError("SESSION_CHANGED", "someone else has signed in in this browser");
            return freshEnough(kept, now()) ? undefined : this.#options.party.refresh(kept);
          });
    if (secret === undefined || tokens === undefined || tokens === "ended")
      throw new AppError("SESSION_ENDED", "the session has ended; sign in again");
    const { identity, expires } = await this.#options.verify(tokens.access);
    this.#setSession(reply, secret);
    const expiresIn = Math.max(0, Math.floor((expires.getTime() - now()) / 1000));
    return { token: tokens.access, expiresAt: expires.toISOString(), expiresIn, identity };
  }

  #setSession(reply: FastifyReply, secret: string): void {
    const settings = { ...this.#cookies.settings, path: "/", maxAge: SESSION_SECONDS };
    void reply.setCookie(this.#cookies.session, secret, settings);
  }

  failed(
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    returnTo = this.#attempts.latestReturn(request),
  ) {
    const failure = failureOf(error);
    if (failure.problem !== "busy") request.log.warn({ err: error, ...failure }, "sign-in failed");
    return this.#back(request, reply, failure, returnTo);
  }

  /** To the sign-in page, which says what went wrong and keeps where the person wanted to go. */
  #back(
    request: FastifyRequest,
    reply: FastifyReply,
    { problem, error }: SignInFailure | { problem: "expired"; error?: undefined },
    returnTo: string | undefined,
  ) {
    // A flood of calls must not flood the record of events.
    if (problem !== "busy") this.#options.onFailure(problem, visitOf(request));
    const page = new URL("/login", this.#options.publicUrl);
    page.searchParams.set("problem", problem);
    const shown = PROVIDER_ERRORS.find((each) => each === error);
    if (shown !== undefined) page.searchParams.set("error", shown);
    if (problem !== "expired") page.searchParams.set("reference", request.id);
    if (returnTo !== undefined && returnTo !== "/") page.searchParams.set("returnTo", returnTo);
    return reply.redirect(page.href, 302);
  }
}

const text = z.string().max(4_096).optional().catch(undefined);
const loginQuery = z.object({
  returnTo: text,
  /** The provider is to ask who it is, although someone is signed in there. */
  prompt: z.literal("login").optional().catch(undefined),
});
/** Whose session the page expects; it may not become another person's without a word. */
const renewQuery = z.object({ subject: z.string().max(512).optional() });

/**
 * The cookie routes: `/auth/login`, `/auth/callback`, `/auth/expired`, `/auth/logout`, and
 * `GET renew`.
 */
export function signInRoutes(app: FastifyInstance, options: SignInOptions): void {
  const signIn = new SignIn(options);
  const config = { rateLimit: { max: CALLS_PER_MINUTE, timeWindow: 60_000 } };
  const common = { config, onSend: noStore };
  const page = {
    ...common,
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void signIn.failed(request, reply, error),
  };
  app.get<{ Querystring: { returnTo?: string; prompt?: "login" } }>(
    "/auth/login",
    { ...page, schema: { hide: true, querystring: loginQuery } },
    async (request, reply) => signIn.login(request, reply),
  );
  app.get<{ Querystring: { state?: string } }>(
    "/auth/callback",
    { ...page, schema: { hide: true, querystring: z.looseObject({ state: text }) } },
    async (request, reply) => signIn.callback(request, reply),
  );
  app.get("/auth/expired", { ...page, schema: { hide: true } }, async (request, reply) =>
    signIn.expired(request, reply),
  );
  app.get("/auth/logout", { ...page, schema: { hide: true } }, async (request, reply) =>
    signIn.logout(request, reply),
  );
  const schema = {
    summary: "The session's access token, renewed where it is about to end; takes the cookie",
    tags: ["main"],
    querystring: renewQuery,
    response: { 200: renewReplySchema },
  };
  app.get<{ Querystring: { subject?: string } }>(
    "/api/main/renew",
    { ...common, schema },
    async (request, reply) => signIn.renew(request, reply),
  );
}

async function noStore(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  void reply.header("cache-control", "no-store");
  return payload;
}
