import { join } from "node:path";
import { randomBytes } from "node:crypto";
import type { Identity } from "@swath/contract/identity";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createLocalJWKSet } from "jose";
import type { Clock } from "../clock.ts";
import { createAuthenticate, verifyToken, type BearerRules, type Verified } from "./bearer.ts";
import { providerKeys, publicKey } from "./embedded/keys.ts";
import { mountProvider, NONCE_HEADER } from "./embedded/mount.ts";
import {
  AUDIENCE,
  CLIENT_ID,
  createEmbeddedProvider,
  issuerOf,
  SCOPE,
} from "./embedded/provider.ts";
import type { RoleGroups } from "./groups.ts";
import { createRelyingParty, type RelyingParty } from "./relying-party.ts";
import { createSealer, keepSecret } from "./secrets.ts";
import { createSessionStore } from "./session-store.ts";
import { signInRoutes, type SignInOptions } from "./sign-in-routes.ts";
import type { Db } from "../postgres/schema.ts";

/** An OpenID Connect provider of the company; without one the demonstration's own is used. */
export interface ExternalProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string;
  readonly audience: string;
}

export interface IdentityOptions {
  readonly publicUrl: URL;
  /** Where this process itself answers, once it listens. */
  readonly ownUrl: () => URL;
  readonly dataFolder: string;
  /** Encrypts refresh tokens; kept in the data folder where undefined. */
  readonly sessionKey: string | undefined;
  readonly groups: RoleGroups;
  readonly provider: ExternalProvider | undefined;
  readonly db: Db;
  /** A second pool for the embedded provider. */
  readonly providerDb: Db;
  readonly clock: Clock;
  readonly onFailedSignIn: SignInOptions["onFailure"];
  readonly properAddress: (request: FastifyRequest) => string | undefined;
}

export interface IdentityService {
  readonly authenticate: (authorization: string | undefined) => Promise<Identity>;
}

interface Chosen {
  readonly party: RelyingParty;
  readonly rules: () => Promise<BearerRules>;
}

function external(provider: ExternalProvider, options: IdentityOptions): Chosen {
  const { publicUrl, clock, groups } = options;
  const party = createRelyingParty({ ...provider, publicUrl, clock });
  return {
    party,
    rules: async () => ({
      ...(await party.verification()),
      audience: provider.audience,
      groups,
    }),
  };
}

async function embedded(app: FastifyInstance, options: IdentityOptions): Promise<Chosen> {
  const { publicUrl, clock, groups } = options;
  const keys = await providerKeys(options.dataFolder);
  const provider = createEmbeddedProvider({
    publicUrl,
    keys,
    groups,
    db: options.providerDb,
    nonceOf: (ctx) => ctx.get(NONCE_HEADER),
  });
  await mountProvider(app, provider, publicUrl);
  const party = createRelyingParty({
    issuer: issuerOf(publicUrl),
    clientId: CLIENT_ID,
    clientSecret: keys.clientSecret,
    scope: SCOPE,
    resource: AUDIENCE,
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
    issuer: issuerOf(publicUrl).href,
    audience: AUDIENCE,
    keys: createLocalJWKSet({ keys: [publicKey(keys.signing)] }),
    type: "at+jwt",
    groups,
  };
  return { party, rules: async () => rules };
}

/** Sets sign-in up on an application: the cookie routes, and the check of bearers. */
export async function openIdentity(
  app: FastifyInstance,
  options: IdentityOptions,
): Promise<IdentityService> {
  const secret =
    options.sessionKey ??
    (await keepSecret(join(options.dataFolder, "session.key"), async () =>
      randomBytes(32).toString("base64url"),
    ));
  const chosen =
    options.provider === undefined
      ? await embedded(app, options)
      : external(options.provider, options);
  const sessions = createSessionStore(
    options.db,
    createSealer(secret, "session tokens"),
    options.clock,
  );
  const verify = async (token: string): Promise<Verified> =>
    verifyToken(token, await chosen.rules());
  signInRoutes(app, {
    publicUrl: options.publicUrl,
    party: chosen.party,
    sessions,
    sealer: createSealer(secret, "sign-in attempt"),
    verify,
    clock: options.clock,
    properAddress: options.properAddress,
    onFailure: options.onFailedSignIn,
  });
  return { authenticate: createAuthenticate(verify, options.clock) };
}
