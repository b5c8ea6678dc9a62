import { AppError } from "@swath/contract/errors";
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import * as openid from "openid-client";
import type { Clock } from "../clock/clock.ts";
import { RECENT_SIGN_IN_S } from "@swath/contract/endpoint";
import type { SessionTokens } from "./session-store.ts";

export interface RelyingPartyOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** RFC 8707 resource to request a token for; not every provider knows it. */
  readonly resource?: string;
  /** Where the provider sends people back to: `/auth/callback` and `/login` of it. */
  readonly publicUrl: URL;
  readonly clock: Clock;
  /** How to reach the provider, where not by its own address. */
  readonly fetch?: openid.CustomFetch;
}

/** What must come back unchanged for a sign-in to be ours. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a sign-in gave. */
interface Redeemed {
  readonly tokens: SessionTokens;
  /** When the person proved who they are, where the provider says so. */
  readonly authenticated: Date | undefined;
}

const TIMEOUT_S = 10;
/** An unknown key is looked up at most this often. */
const KEYS_COOLDOWN_MS = 5_000;

function tokensOf(
  reply: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  now: number,
  before?: SessionTokens,
): SessionTokens {
  const refresh = reply.refresh_token ?? before?.refresh;
  const id = reply.id_token ?? before?.id;
  return {
    access: reply.access_token,
    ...(refresh === undefined ? {} : { refresh }),
    ...(id === undefined ? {} : { id }),
    given: now,
    expires: now + (reply.expiresIn() ?? 300) * 1000,
  };
}

type Provider = Pick<RelyingPartyOptions, "issuer" | "clientId" | "clientSecret" | "fetch">;

/** Reads what the provider says of itself; throws where it does not answer, or is another one. */
export async function discover(provider: Provider): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret, fetch } = provider;
  const authentication =
    clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret);
  const settings = {
    timeout: TIMEOUT_S,
    ...(issuer.protocol === "http:" ? { execute: [openid.allowInsecureRequests] } : {}),
    ...(fetch === undefined ? {} : { [openid.customFetch]: fetch }),
  };
  return openid.discovery(issuer, clientId, undefined, authentication, settings);
}

/** Discovers the provider at the first use, and again after a failure. */
function discoverer(provider: Provider): () => Promise<openid.Configuration> {
  let found: Promise<openid.Configuration> | undefined;
  return () => {
    found ??= discover(provider).catch((cause: unknown) => {
      found = undefined;
      const message = "the identity provider does not answer";
      throw new AppError("STORE_UNAVAILABLE", message, {}, { cause });
    });
    return found;
  };
}

async function revoke(configuration: openid.Configuration, tokens: SessionTokens): Promise<void> {
  if (tokens.refresh === undefined) return;
  if (configuration.serverMetadata().revocation_endpoint === undefined) return;
  // A courtesy: our session has ended whatever the provider says.
  await openid.tokenRevocation(configuration, tokens.refresh).catch(() => undefined);
}

/** The application's side of OpenID Connect: code flow with PKCE, refresh, end of session. */
export function createRelyingParty(options: RelyingPartyOptions) {
  const configuration = discoverer(options);
  const resource: Record<string, string> =
    options.resource === undefined ? {} : { resource: options.resource };
  const now = (): number => options.clock().getTime();
  let keys: JWTVerifyGetKey | undefined;
  return {
    /** `"login"`: the provider asks who it is, whoever is signed in there. */
    begin: async (prompt?: "login") => {
      const attempt = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: new URL("/auth/callback", options.publicUrl).href,
        scope: options.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
        // Asked for an age, a provider says when the person signed in (Core 1.0, 3.1.2.1).
        ...(prompt === undefined ? {} : { prompt, max_age: String(RECENT_SIGN_IN_S) }),
        ...resource,
      });
      return { url, attempt };
    },
    /** Exchanges the callback's code; throws where provider or attempt do not agree. */
    redeem: async (callback: URL, attempt: Attempt): Promise<Redeemed> => {
      const checks = {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      };
      const found = await configuration();
      const reply = await openid.authorizationCodeGrant(found, callback, checks, resource);
      const seconds = reply.claims()?.auth_time;
      const authenticated = seconds === undefined ? undefined : new Date(seconds * 1000);
      return { tokens: tokensOf(reply, now()), authenticated };
    },
    /** `"end"` where the provider no longer honours the refresh token. */
    refresh: async (tokens: SessionTokens): Promise<SessionTokens | "end"> => {
      if (tokens.refresh === undefined) return "end";
      const found = await configuration();
      try {
        const reply = await openid.refreshTokenGrant(found, tokens.refresh, resource);
        return tokensOf(reply, now(), tokens);
      } catch (error) {
        if (error instanceof openid.ResponseBodyError && error.error === "invalid_grant")
          return "end";
        const message = "the identity provider does not renew the token now";
        throw new AppError("STORE_UNAVAILABLE", message, {}, { cause: error });
      }
    },
    /** Revokes what can be of a session that has ended; never fails. */
    revoke: async (tokens: SessionTokens): Promise<void> => {
      const found = await configuration().catch(() => undefined);
      if (found !== undefined) await revoke(found, tokens);
    },
    /** Where signing out goes on at the provider, if it has such a place; revokes what it can. */
    end: async (tokens: SessionTokens | undefined): Promise<URL | undefined> => {
      const found = await configuration();
      if (tokens !== undefined) await revoke(found, tokens);
      if (found.serverMetadata().end_session_endpoint === undefined) return undefined;
      return openid.buildEndSessionUrl(found, {
        post_logout_redirect_uri: new URL("/login", options.publicUrl).href,
        ...(tokens?.id === undefined ? {} : { id_token_hint: tokens.id }),
      });
    },
    /** The issuer as its tokens name it, and its keys. */
    verification: async () => {
      const { issuer, jwks_uri } = (await configuration()).serverMetadata();
      if (jwks_uri === undefined) throw new Error(`${issuer} publishes no keys`);
      keys ??= createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: KEYS_COOLDOWN_MS });
      return { issuer, keys };
    },
  };
}
export type RelyingParty = ReturnType<typeof createRelyingParty>;
