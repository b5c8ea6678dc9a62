import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { errors, Provider, type Adapter, type Configuration, type JWK } from "oidc-provider";

// A company's OpenID Connect provider, as a process of its own: other issuer, other names of groups.
// Its parent says by message when it is to sign with a new key, or how its settings are wrong.
const { PROVIDER_PORT, CLIENT_ID, CLIENT_SECRET, APPLICATION, AUDIENCE } = process.env as Record<
  string,
  string
>;
const ISSUER = `http://127.0.0.1:${PROVIDER_PORT}`;
const GROUPS: Readonly<Record<string, string[]>> = {
  "lena@company.test": ["0f1c-everyone", "77ab-leads"],
  "gus@company.test": ["0f1c-everyone", "31d0-visitors"],
};
const SCOPE = "access_as_user";

const records = new Map<string, Record<string, unknown>>();
class MemoryAdapter implements Adapter {
  readonly #model: string;
  constructor(model: string) {
    this.#model = model;
  }
  #key(id: string): string {
    return `${this.#model} ${id}`;
  }
  async upsert(id: string, payload: object): Promise<void> {
    records.set(this.#key(id), { ...payload });
  }
  async find(id: string) {
    return records.get(this.#key(id));
  }
  async findByUid(uid: string) {
    return [...records].find(
      ([key, { uid: own }]) => key.startsWith(`${this.#model} `) && own === uid,
    )?.[1];
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async consume(id: string): Promise<void> {
    const record = records.get(this.#key(id));
    if (record !== undefined) record["consumed"] = 1;
  }
  async destroy(id: string): Promise<void> {
    records.delete(this.#key(id));
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, record] of records) if (record["grantId"] === grantId) records.delete(key);
  }
}

/** What the company's administrator has set wrongly. */
let wrong: "target" | "secret" | undefined;

const keys: JWK[] = [];
async function addKey(): Promise<void> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomUUID();
  keys.unshift({ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid });
}

const claimsOf = (subject: string) => ({
  sub: subject,
  name: subject.split("@")[0] ?? "",
  upn: subject,
  groups: GROUPS[subject] ?? [],
});

const loadExistingGrant: Configuration["loadExistingGrant"] = async (ctx) => {
  const { provider, session, client } = ctx.oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile offline_access");
  grant.addResourceScope(AUDIENCE!, SCOPE);
  await grant.save();
  return grant;
};

function build(): Provider {
  return new Provider(ISSUER, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: CLIENT_ID!,
        client_secret: wrong === "secret" ? "another one" : CLIENT_SECRET!,
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [`${APPLICATION}/auth/callback`],
        post_logout_redirect_uris: [`${APPLICATION}/login`],
      },
    ],
    jwks: { keys: [...keys] },
    cookies: { keys: ["of this test only"] },
    pkce: { required: () => true },
    scopes: ["openid", "offline_access", "profile"],
    claims: { openid: ["sub"], profile: ["name"] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    extraTokenClaims: (_ctx, token) =>
      "accountId" in token && token.accountId !== undefined ? claimsOf(token.accountId) : undefined,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    loadExistingGrant,
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE!,
        useGrantedResource: () => true,
        getResourceServerInfo: () => {
          if (wrong === "target") throw new errors.InvalidTarget();
          return {
            scope: SCOPE,
            audience: AUDIENCE!,
            accessTokenFormat: "jwt",
            accessTokenTTL: 3_600,
            jwt: { sign: { alg: "RS256" } },
          };
        },
      },
    },
  });
}

await addKey();
let answer = build().callback();
const server = createServer((request, reply) => void answer(request, reply));
server.listen(Number(PROVIDER_PORT), "127.0.0.1");
await once(server, "listening");
async function obey(message: unknown): Promise<void> {
  if (message === "rotate") await addKey();
  else wrong = message === "target" || message === "secret" ? message : undefined;
  answer = build().callback();
  process.send?.("done");
}
process.on("message", (message) => void obey(message));
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
