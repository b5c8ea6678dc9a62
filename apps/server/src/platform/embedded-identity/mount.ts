import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors, type Provider } from "oidc-provider";
import { newNonce, pagePolicy } from "../http/security-headers.ts";
import { findAccount } from "./accounts.ts";
import { SIGN_OUT_SCRIPT } from "./pages.ts";
import { signInPage } from "./sign-in-page.ts";

/** Where the mount leaves the nonce of a reply for the provider's own pages. */
export const NONCE_HEADER = "x-swath-nonce";

const HIDDEN = { schema: { hide: true } };
const rateLimit = { max: 300, timeWindow: 60_000 };

function asPage(reply: FastifyReply): string {
  const nonce = newNonce();
  void reply
    .header("content-security-policy", pagePolicy({}, nonce))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8");
  return nonce;
}

/** Hands a call to the provider as Node's own objects, named as the outside world names it. */
async function handOver(
  provider: Provider,
  publicUrl: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const nonce = asPage(reply);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && name !== "content-type") reply.raw.setHeader(name, value);
  const raw = request.raw;
  raw.headers["x-forwarded-host"] = publicUrl.host;
  raw.headers["x-forwarded-proto"] = publicUrl.protocol.replace(":", "");
  raw.headers[NONCE_HEADER] = nonce;
  const address = raw.url ?? "";
  Object.assign(raw, { originalUrl: address });
  raw.url = address.slice("/idp".length) || "/";
  await provider.callback()(raw, reply.raw);
}

function interactions(app: FastifyInstance, provider: Provider): void {
  app.get("/sign-in/:uid", HIDDEN, async (request, reply) => {
    const found = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined);
    if (found === undefined) return reply.redirect("/auth/expired", 302);
    return signInPage(asPage(reply));
  });
  app.post("/sign-in/:uid", { ...HIDDEN, config: { rateLimit } }, async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const name = (form.get("account") ?? form.get("login") ?? "").trim().toLowerCase();
    const person = findAccount(name);
    if (person === undefined) return reply.code(401).send(signInPage(asPage(reply), name));
    const login = { login: { accountId: person.id, amr: ["demonstration"] } };
    const next = await provider
      .interactionResult(request.raw, reply.raw, login)
      .catch(() => undefined);
    if (next === undefined) return reply.redirect("/auth/expired", 303);
    return reply.redirect(next, 303);
  });
  app.get("/sign-out.js", HIDDEN, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(SIGN_OUT_SCRIPT),
  );
}

/** What a program hears each few seconds until its code is entered (RFC 8628, 3.5). */
const OF_WAITING: ReadonlySet<string> = new Set(["authorization_pending", "slow_down"]);

/** The log says what the provider refused and why: its pages say it to the person alone. */
function logRefusals(app: FastifyInstance, provider: Provider): void {
  const refused = (_ctx: unknown, error: Error): void => {
    if (!(error instanceof errors.OIDCProviderError && OF_WAITING.has(error.error)))
      app.log.warn({ err: error }, "the demonstration's provider refused");
  };
  provider.on("authorization.error", refused);
  provider.on("grant.error", refused);
  provider.on("server_error", refused);
}

/** Puts the provider and its sign-in page under `/idp`. */
export async function mountProvider(
  app: FastifyInstance,
  provider: Provider,
  publicUrl: URL,
): Promise<void> {
  logRefusals(app, provider);
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: 16_384 },
        (_request, body, done) => done(null, body),
      );
      interactions(scope, provider);
    },
    { prefix: "/idp" },
  );
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // The provider reads its bodies itself.
      scope.addContentTypeParser("*", (_request, _body, done) => done(null));
      scope.all(
        "/*",
        { ...HIDDEN, config: { rateLimit: { ...rateLimit, max: 3_000 } } },
        (request, reply) => handOver(provider, publicUrl, request, reply),
      );
    },
    { prefix: "/idp" },
  );
}
