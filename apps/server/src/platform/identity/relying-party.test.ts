import { expect, test } from "vitest";
import { createRelyingParty } from "./relying-party.ts";

const issuer = new URL("https://provider.example");
const at = (path: string): string => new URL(path, issuer).href;
const METADATA = {
  issuer: issuer.href.replace(/\/$/, ""),
  authorization_endpoint: at("/authorize"),
  token_endpoint: at("/token"),
  revocation_endpoint: at("/revoke"),
  end_session_endpoint: at("/end"),
};

function rig() {
  const posted: [path: string, body: string][] = [];
  const party = createRelyingParty({
    issuer: new URL(METADATA.issuer),
    clientId: "swath",
    clientSecret: "secret",
    scope: "openid",
    publicUrl: new URL("https://swath.example"),
    clock: () => new Date(0),
    fetch: async (url, { method, body }) => {
      const text = body instanceof URLSearchParams ? body.toString() : "";
      if (method === "POST") posted.push([new URL(url).pathname, text]);
      const headers = { "content-type": "application/json" };
      return new Response(JSON.stringify(method === "POST" ? {} : METADATA), { headers });
    },
  });
  return { party, posted };
}

const TOKENS = { access: "access", refresh: "the-refresh-token", id: "id", given: 0, expires: 1 };

test("signing out revokes the refresh token at the provider, and goes on there", async () => {
  const { party, posted } = rig();
  const goOn = await party.end(TOKENS);
  expect(posted.map(([path]) => path)).toEqual(["/revoke"]);
  expect(posted[0]?.[1]).toContain("token=the-refresh-token");
  expect(goOn?.pathname).toBe("/end");
  expect(goOn?.searchParams.get("id_token_hint")).toBe("id");
});

test("signing out without a session has nothing to revoke", async () => {
  const { party, posted } = rig();
  expect((await party.end(undefined))?.pathname).toBe("/end");
  expect(posted).toEqual([]);
});
