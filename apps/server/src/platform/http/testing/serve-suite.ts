import { AppError } from "@swath/contract/errors";
import { type ReplyOf, type Endpoint, endpoint } from "@swath/contract/endpoint";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Serve } from "../serve.ts";
import { type RecordedRequest, testIdentity } from "./recorded-serve.ts";

/** Something that serves endpoints, and a way to call them: throws what a caller is told. */
export interface ServeSubject {
  readonly serve: Serve;
  readonly ask: <R extends Endpoint>(
    called: R,
    request?: RecordedRequest,
  ) => Promise<{ reply: ReplyOf<R>; headers: Readonly<Record<string, string>> }>;
}

const echo = endpoint("POST", "/echo/:id", {
  services: ["main"],
  permission: "upload",
  summary: "Says it again",
  params: z.object({ id: z.string().regex(/^\d{3}$/) }),
  query: z.strictObject({
    loud: z
      .enum(["true", "false"])
      .default("false")
      .transform((text) => text === "true"),
  }),
  body: z.strictObject({ word: z.string().max(10) }),
  reply: z.object({ word: z.string(), by: z.string() }),
});
const empty = endpoint("GET", "/empty", {
  services: ["main"],
  permission: "signedIn",
  summary: "Answers nothing",
});

const optional = endpoint("PUT", "/optional", {
  services: ["main"],
  permission: "signedIn",
  summary: "Says a word, by default its own",
  body: z.strictObject({ word: z.string().default("default") }).prefault({}),
  reply: z.object({ word: z.string() }),
});

/** What serving an endpoint promises its handler and its caller, over HTTP or without. */
export function serveSuite(name: string, open: () => Promise<ServeSubject>): void {
  /** Serves the echo; answers the calls of its handler too. */
  async function echoing() {
    const { serve, ask } = await open();
    const seen: unknown[] = [];
    serve(echo, async (call) => {
      const { params, query, body, identity, signal } = call;
      seen.push({ params, query, body });
      call.setHeader("x-total-count", "7");
      if (body.word === "fail") throw new AppError("INVALID_TRANSITION", "not from here");
      signal.throwIfAborted();
      return { word: query.loud ? body.word.toUpperCase() : body.word, by: identity.subject };
    });
    const call = (request: RecordedRequest = {}) =>
      ask(echo, { params: { id: "123" }, body: { word: "hello" }, ...request });
    return { call, seen };
  }

  describe(name, () => {
    test("hands the handler its parts parsed, and the caller its reply with headers", async () => {
      const { call, seen } = await echoing();
      const { reply, headers } = await call({ query: { loud: "true" } });
      expect(reply).toEqual({ word: "HELLO", by: "crew" });
      expect(headers["x-total-count"]).toBe("7");
      await call();
      expect(seen).toEqual([
        { params: { id: "123" }, query: { loud: true }, body: { word: "hello" } },
        { params: { id: "123" }, query: { loud: false }, body: { word: "hello" } },
      ]);
    });

    test.each<RecordedRequest>([
      { params: { id: "12x" } },
      { query: { quiet: "true" } },
      { body: { word: 7 } },
      { body: { word: "hello", more: 1 } },
    ])("refuses %j before the handler runs", async (request) => {
      const { call, seen } = await echoing();
      await expect(call(request)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
      expect(seen).toEqual([]);
    });

    test.each([
      { body: undefined, word: "default" },
      { body: {}, word: "default" },
      { body: { word: "said" }, word: "said" },
    ])("takes $body where a body may be left out", async ({ body, word }) => {
      const { serve, ask } = await open();
      serve(optional, async (call) => call.body);
      expect((await ask(optional, { body })).reply).toEqual({ word });
    });

    test("refuses who has not the endpoint's permission", async () => {
      const { call, seen } = await echoing();
      const guest = call({ identity: testIdentity("guest", "guest") });
      await expect(guest).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
      expect(seen).toEqual([]);
    });

    test("throws what the handler throws for its caller", async () => {
      const { call } = await echoing();
      const failing = call({ body: { word: "fail" } });
      await expect(failing).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    });

    test("answers nothing where an endpoint has no reply", async () => {
      const { serve, ask } = await open();
      serve(empty, async () => undefined);
      expect((await ask(empty)).reply).toBeUndefined();
    });
  });
}
