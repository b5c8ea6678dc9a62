import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { signInRoutes, type SignInOptions } from "./sign-in-routes.ts";

const attempt = { state: "state", nonce: "nonce", verifier: "verifier" };

/** Sign-in at a public address, with a provider that takes everybody. */
async function signInAt(publicUrl: URL) {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(cookie);
  const parts = {
    publicUrl,
    party: {
      begin: async () => ({ url: new URL("https://provider.example/"), attempt }),
      redeem: async () => ({
        tokens: { access: "access", given: 0, expires: 0 },
        authenticated: new Date(0),
      }),
      end: async () => undefined,
    },
    sessions: { create: async () => "secret", end: async () => undefined },
    sealer: { seal: (plain: string) => Buffer.from(plain), unseal: (text: Buffer) => String(text) },
    verify: async () => ({ identity: { subject: "crew" } }),
    clock: () => new Date(),
    properAddress: () => undefined,
    onFailure: () => undefined,
    denied: { has: async () => false, refresh: () => undefined },
  };
  signInRoutes(app, parts as unknown as SignInOptions);
  const cookiesOf = async (url: string, sent = "") => {
    const reply = await app.inject({ url, headers: { cookie: sent } });
    return [reply.headers["set-cookie"] ?? []].flat();
  };
  const [begun = ""] = await cookiesOf("/auth/login");
  const done = await cookiesOf("/auth/callback?state=state&code=x", begun.split(";")[0]);
  const out = await cookiesOf("/auth/logout");
  return {
    begun,
    session: done.find((line) => line.includes("session=")) ?? "",
    out: out[0] ?? "",
  };
}

test("under https the cookies are Secure, and the session's belongs to this host alone", async () => {
  const { begun, session, out } = await signInAt(new URL("https://swath.example"));
  expect(session).toMatch(/^__Host-swath_session=secret;/);
  for (const line of [begun, session, out])
    expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  expect(session).toContain("; Path=/;");
  expect(session).not.toContain("Domain");
});

test("without https there is no prefix, which a browser would refuse", async () => {
  const { session } = await signInAt(new URL("http://localhost:4680"));
  expect(session).toMatch(/^swath_session=secret;/);
  expect(session).not.toContain("Secure");
});
