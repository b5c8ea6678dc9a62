import type { FastifyInstance, FastifyRequest } from "fastify";
import { createLocalJWKSet } from "jose";
import type { DeviceSignIn } from "@swath/contract/settings";
import type { Clock } from "./clock/clock.ts";
import {
  createBearerCheck,
  verifyToken,
  type BearerRules,
  type Verified,
  type RoleGroups,
} from "./identity/bearer.ts";
import { createDenyList } from "./identity/end-sessions.ts";
import { providerKeys, publicKey } from "./embedded-identity/keys.ts";
import { mountProvider, NONCE_HEADER } from "./embedded-identity/mount.ts";
import * as demonstration from "./embedded-identity/provider.ts";
import { createRelyingParty, type RelyingParty } from "./identity/relying-party.ts";
import { checkRecentSignIn, sessionOfToken } from "./identity/recent-sign-in.ts";
import { createSealer } from "./identity/secrets.ts";
import { storedKeysOfSessions, type SessionKeys } from "./identity/session-keys.ts";
import { createSessionList } from "./identity/session-list.ts";
import { createSessionStore, unsealTokens } from "./identity/session-store.ts";
import { signInRoutes, type SignInOptions } from "./identity/sign-in-routes.ts";
import type { Db } from "./postgres/schema.ts";

/** An OpenID Connect provider of the company; without one the demonstration's own is used. */
export interface ExternalProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string;
  readonly audience: string;
  /** The public client of programs that sign in by a device code; without one they cannot. */
  readonly deviceClientId: string | undefined;
}

export interface IdentityOptions {
  readonly publicUrl: URL;
  /** Where this process itself answers, once it listens. */
  readonly ownUrl: () => URL;
  readonly dataFolder: string;
  /** Encrypt refresh tokens; kept in the data folder where undefined. */
  readonly sessionKeys: SessionKeys | undefined;
  /** A session ends this long after its sign-in, used or not. */
  readonly sessionDays: number;
  readonly groups: RoleGroups;
  readonly provider: ExternalProvider | undefined;
  readonly db: Db;
  /** A second pool for the embedded provider. */
  readonly providerDb: Db;
  /** A third, for renewals: see `createSessionStore`. */
  readonly renewals: Db;
  readonly clock: Clock;
  /** Another number whenever a token was denied; undefined while that is unknown. */
  readonly deniedVersion: () => number | undefined;
  readonly onFailedSignIn: SignInOptions["onFailure"];
  readonly properAddress: (request: FastifyRequest) => string | undefined;
}

interface Chosen {
  readonly party: RelyingParty;
  readonly rules: () => Promise<BearerRules>;
  readonly deviceSignIn: DeviceSignIn | undefined;
}

function external(provider: ExternalProvider, options: IdentityOptions): Chosen {
  const { publicUrl, clock, groups } = options;
  const party = createRelyingParty({ ...provider, publicUrl, clock });
  const { audience, issuer, scope, deviceClientId: clientId } = provider;
  const deviceSignIn =
    clientId === undefined ? undefined : { issuer: issuer.href, clientId, scope };
  const rules = async () => ({ ...(await party.verification()), audience, groups });
  return { party, rules, deviceSignIn };
}

async function embedded(app: FastifyInstance, options: IdentityOptions): Promise<Chosen> {
  const { publicUrl, clock, groups } = options;
  const keys = await providerKeys(options.dataFolder);
  const provider = demonstration.createEmbeddedProvider({
    publicUrl,
    keys,
    groups,
    db: options.providerDb,
    nonceOf: (ctx) => ctx.get(NONCE_HEADER),
  });
  await mountProvider(app, provider, publicUrl);
  const party = createRelyingParty({
    issuer: demonstration.issuerOf(publicUrl),
    clientId: demonstration.CLIENT_ID,
    clientSecret: keys.clientSecret,
    scope: demonstration.SCOPE,
    resource: demonstration.AUDIENCE,
    publicUrl,
    clock,
    // It lives in this very process, which need not be able to reach its own public address.
    fetch: (url, init) => {
      const inside = new URL(url);
      const own = options.ownUrl();
      inside.protocol = own.protocol;
      inside.host = own.host;
      return fetch(inside, init as RequestInit);
    },
  });
  const rules: BearerRules = {
    issuer: demonstration.issuerOf(publicUrl).href,
    audience: demonstration.AUDIENCE,
    keys: createLocalJWKSet({ keys: [publicKey(keys.signing)] }),
    type: "at+jwt",
    groups,
  };
  return { party, rules: async () => rules, deviceSignIn: demonstration.deviceSignIn(publicUrl) };
}

const DAY_MS = 86_400_000;

/**
 * Sets sign-in up on an application: the cookie routes, and what it returns: the check of bearers, and
 * the sessions as people see and end them.
 */
export async function openIdentity(app: FastifyInstance, options: IdentityOptions) {
  const keys = options.sessionKeys ?? (await storedKeysOfSessions(options.dataFolder));
  const { db, renewals, publicUrl, clock, properAddress, onFailedSignIn: onFailure } = options;
  const { party, rules, deviceSignIn } = await (options.provider === undefined
    ? embedded(app, options)
    : external(options.provider, options));
  const longestMs = options.sessionDays * DAY_MS;
  const tokenSealer = createSealer(keys, "session tokens");
  const sessions = createSessionStore({ db, renewals, sealer: tokenSealer, clock, longestMs });
  const denied = createDenyList(db, options.deniedVersion);
  const sealer = createSealer(keys, "sign-in attempt");
  const verify = async (token: string): Promise<Verified> => verifyToken(token, await rules());
  signInRoutes(app, {
    publicUrl,
    party,
    sessions,
    denied,
    sealer,
    verify,
    clock,
    properAddress,
    onFailure,
  });
  const onEnded = (ended: readonly Buffer[]): void => {
    denied.refresh();
    for (const tokens of ended.map((sealed) => unsealTokens(tokenSealer, sealed)))
      if (tokens !== undefined) void party.revoke(tokens);
  };
  const bearerOf = createBearerCheck({ verify, clock, isDenied: denied.has });
  const sessionOf = async (header: string | undefined) =>
    sessionOfToken(db, (await bearerOf(header)).digest);
  return {
    deviceSignIn,
    authenticate: async (header: string | undefined) => (await bearerOf(header)).identity,
    /** What calls name the session of a bearer by; undefined for a token that was given to none. */
    sessionOf: async (header: string | undefined) => (await sessionOf(header))?.handle,
    checkRecentSignIn: async (header: string | undefined) =>
      checkRecentSignIn(await bearerOf(header), await sessionOf(header), clock),
    sessions: createSessionList({ db, clock, longestMs, onEnded }),
  };
}
