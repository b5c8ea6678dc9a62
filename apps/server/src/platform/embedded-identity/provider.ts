import { Provider, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import type { RoleGroups } from "../identity/bearer.ts";
import type { Db } from "../postgres/schema.ts";
import type { DeviceSignIn } from "@swath/contract/settings";
import { claimsOf, findAccount } from "./accounts.ts";
import { deviceFlow, problemPage, signOutPage, signOutQuestion } from "./pages.ts";
import type { ProviderKeys } from "./keys.ts";
import { recordsIn } from "./records.ts";

export interface EmbeddedProviderOptions {
  readonly publicUrl: URL;
  readonly keys: ProviderKeys;
  readonly groups: RoleGroups;
  /** A pool of its own: sign-in waits on the provider while it holds a session's row. */
  readonly db: Db;
  /** The nonce that a reply's policy allows styles by. */
  readonly nonceOf: (ctx: KoaContextWithOIDC) => string;
}

export const CLIENT_ID = "swath";
/** Of the command line: public, it keeps no secret. */
const DEVICE_CLIENT_ID = "swath-cli";
const DEVICE_SECONDS = 600;
export const SCOPE = "openid profile email offline_access access_as_user";
/** The API as a resource (RFC 8707), and the audience of its tokens. */
export const AUDIENCE = "api://swath";
const TOKEN_SECONDS = 3_600;
const LASTING_SECONDS = 14 * 86_400;
const OIDC_SCOPE = "openid profile email offline_access";
const API_SCOPE = "access_as_user";

export function issuerOf(publicUrl: URL): URL {
  return new URL("/idp", publicUrl);
}

/** How programs sign in at the embedded provider. */
export function deviceSignIn(publicUrl: URL): DeviceSignIn {
  const issuer = issuerOf(publicUrl).href;
  return { issuer, clientId: DEVICE_CLIENT_ID, scope: SCOPE, resource: AUDIENCE };
}

function clients(options: EmbeddedProviderOptions): NonNullable<Configuration["clients"]> {
  return [
    {
      client_id: CLIENT_ID,
      client_secret: options.keys.clientSecret,
      token_endpoint_auth_method: "client_secret_post",
      application_type: "web",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      require_auth_time: true,
      redirect_uris: [new URL("/auth/callback", options.publicUrl).href],
      post_logout_redirect_uris: [new URL("/login", options.publicUrl).href],
    },
    {
      client_id: DEVICE_CLIENT_ID,
      client_name: "swath on a command line",
      token_endpoint_auth_method: "none",
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      response_types: [],
      redirect_uris: [],
    },
  ];
}

function features(options: EmbeddedProviderOptions): NonNullable<Configuration["features"]> {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    deviceFlow: deviceFlow(options.nonceOf),
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      // Only Swath has the person's ID token: who sends another, or none, may be any page.
      logoutSource: async (ctx, form) => {
        const { IdTokenHint: hint } = ctx.oidc.entities;
        const isOwn = hint?.payload.sub === ctx.oidc.session?.accountId;
        ctx.body = (isOwn ? signOutPage : signOutQuestion)(options.nonceOf(ctx), form);
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: API_SCOPE,
        audience: AUDIENCE,
        accessTokenFormat: "jwt",
        accessTokenTTL: TOKEN_SECONDS,
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  };
}

/** Grants what the application requests: the demonstration has no page of consent. */
const loadExistingGrant: Configuration["loadExistingGrant"] = async (ctx) => {
  const { provider, session, client, result } = ctx.oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(OIDC_SCOPE);
  grant.addResourceScope(AUDIENCE, API_SCOPE);
  await grant.save();
  return grant;
};

function claimsFor(accountId: string | undefined, groups: RoleGroups) {
  const person = accountId === undefined ? undefined : findAccount(accountId);
  return person && claimsOf(person, groups);
}

function configuration(options: EmbeddedProviderOptions): Configuration {
  return {
    adapter: recordsIn(options.db),
    clients: clients(options),
    jwks: { keys: [options.keys.signing] },
    cookies: {
      keys: [options.keys.cookies],
      names: { session: "swath_idp", interaction: "swath_idp_sign_in", resume: "swath_idp_resume" },
      long: { path: "/idp", httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    pkce: { required: () => true },
    scopes: ["openid", "offline_access", "profile", "email"],
    claims: {
      openid: ["sub"],
      profile: ["name", "given_name", "family_name", "preferred_username"],
      email: ["email"],
    },
    // Claims straight in the ID token, as Entra has them.
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => {
      const claims = claimsFor(id, options.groups);
      return claims && { accountId: id, claims: () => claims };
    },
    extraTokenClaims: (_ctx, token) =>
      "accountId" in token ? claimsFor(token.accountId, options.groups) : undefined,
    features: features(options),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    loadExistingGrant,
    interactions: { url: (_ctx, interaction) => `/idp/sign-in/${interaction.uid}` },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = problemPage(options.nonceOf(ctx), out.error_description ?? out.error);
    },
    ttl: {
      AccessToken: TOKEN_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: DEVICE_SECONDS,
      IdToken: TOKEN_SECONDS,
      Interaction: 600,
      RefreshToken: LASTING_SECONDS,
      Session: LASTING_SECONDS,
      Grant: LASTING_SECONDS,
    },
  };
}

/** The OpenID Connect provider of the demonstration, of the same process. */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): Provider {
  const provider = new Provider(issuerOf(options.publicUrl).href, configuration(options));
  // Its addresses are the public ones, which the mount writes into each call.
  provider.proxy = true;
  return provider;
}
