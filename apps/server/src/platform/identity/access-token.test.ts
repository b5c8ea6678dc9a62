import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyToken, type BearerRules } from "./bearer.ts";
import { GROUPS } from "./testing/groups.ts";

const ISSUER = "https://login.company.test/tenant/v2.0";
/** Its tokens of either kind name the application: Entra's do, for an API without an address. */
const CLIENT = "5c8f4c3e-0000-4000-8000-000000000000";

let key: CryptoKey;
let rules: BearerRules;
beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  key = pair.privateKey;
  const keys = createLocalJWKSet({ keys: [await exportJWK(pair.publicKey)] });
  rules = { issuer: ISSUER, audience: CLIENT, keys, groups: GROUPS };
});

async function outcome(claims: JWTPayload, typ?: string): Promise<string> {
  const token = await new SignJWT({ sub: "lena", groups: ["group-base"], ...claims })
    .setProtectedHeader({ alg: "RS256", ...(typ === undefined ? {} : { typ }) })
    .setIssuer(ISSUER)
    .setAudience(CLIENT)
    .setIssuedAt()
    .setExpirationTime("5 minutes")
    .sign(key);
  return verifyToken(token, rules).then(
    ({ identity }) => identity.subject,
    (error: { code: string }) => error.code,
  );
}

describe("an ID token of", () => {
  test.each<[string, JWTPayload, string?]>([
    ["Entra", { nonce: "n", name: "Lena", oid: "o", tid: "t", ver: "2.0" }, "JWT"],
    ["Entra, after a refresh", { name: "Lena", oid: "o", tid: "t", ver: "2.0" }, "JWT"],
    ["Entra, with application roles", { name: "Lena", roles: ["Admin"], ver: "2.0" }, "JWT"],
    ["Keycloak", { typ: "ID", azp: CLIENT, auth_time: 1, at_hash: "h", scope: "openid" }, "JWT"],
    ["Cognito", { token_use: "id", scope: "openid" }],
    ["node-oidc-provider", { nonce: "n", at_hash: "h" }],
    ["one that writes scopes into it", { nonce: "n", scope: "openid" }, "JWT"],
    ["one that declares it", {}, "id_token+jwt"],
  ])("%s is no bearer", async (_, claims, type) => {
    expect(await outcome(claims, type)).toBe("UNAUTHENTICATED");
  });
});

describe("an access token of", () => {
  test.each<[string, JWTPayload, string?]>([
    ["Entra", { scp: "access_as_user", azp: CLIENT, azpacr: "1", ver: "2.0" }, "JWT"],
    ["Entra, for a program", { roles: ["Import"], azp: CLIENT, azpacr: "1" }, "JWT"],
    ["Keycloak", { typ: "Bearer", azp: CLIENT, scope: "openid profile" }, "JWT"],
    ["Keycloak before 24", { typ: "Bearer", nonce: "n", scope: "openid" }, "JWT"],
    ["Cognito", { token_use: "access", scope: "openid", client_id: CLIENT }],
    ["Okta", { scp: ["openid", "profile"], cid: CLIENT }],
    ["one after RFC 9068", { client_id: CLIENT }, "at+jwt"],
    ["one after RFC 9068, in full", { client_id: CLIENT }, "application/AT+JWT"],
  ])("%s is a bearer", async (_, claims, type) => {
    expect(await outcome(claims, type)).toBe("lena");
  });
});

test.each(["logout+jwt", "dpop+jwt", "secevent+jwt", "client-authentication+jwt"])(
  "a token of the type %s is no bearer, whatever its claims",
  async (type) => {
    expect(await outcome({ scope: "access_as_user", token_use: "access" }, type)).toBe(
      "UNAUTHENTICATED",
    );
  },
);
