import Fastify from "fastify";
import { expect, test } from "vitest";
import { IDENTITY } from "./refusals.ts";
import { createTagMemory, rememberReplies, tagEntities } from "./reply-cache.ts";

/** A route that answers with what stands in `flights`, and counts how often it was asked. */
function setUp() {
  const state = { version: 1 as number | undefined, flights: "one", asked: 0 };
  const app = Fastify();
  app.decorateRequest(IDENTITY, null);
  tagEntities(app);
  app.route({
    method: "GET",
    url: "/api/flights",
    ...rememberReplies(() => state.version),
    onRequest: async (request) =>
      request.setDecorator(IDENTITY, { subject: request.headers["x-subject"] }),
    handler: async () => {
      state.asked += 1;
      return { flights: state.flights };
    },
  });
  const get = async (tag?: string, subject = "crew", url = "/api/flights") => {
    const headers = {
      "x-subject": subject,
      ...(tag === undefined ? {} : { "if-none-match": tag }),
    };
    const reply = await app.inject({ url, headers });
    return { status: reply.statusCode, tag: String(reply.headers["etag"]) };
  };
  return { state, get };
}

test("a poll for what has not changed is answered without asking", async () => {
  const { state, get } = setUp();
  const { tag } = await get();
  expect(await get(tag)).toEqual({ status: 304, tag });
  expect(state.asked).toBe(1);
});

test("after a change it is asked again, whether or not the reply is another one", async () => {
  const { state, get } = setUp();
  const { tag } = await get();
  state.version = 2;
  expect(await get(tag)).toEqual({ status: 304, tag });
  expect(state.asked).toBe(2);
  expect((await get(tag)).status).toBe(304);
  expect(state.asked).toBe(2);
  Object.assign(state, { version: 3, flights: "two" });
  expect((await get(tag)).status).toBe(200);
});

test("one caller's reply is not another's, nor one address' another's", async () => {
  const { state, get } = setUp();
  const { tag } = await get();
  await get(tag, "other");
  await get(tag, "crew", "/api/flights?page=2");
  expect(state.asked).toBe(3);
});

test("who has no tag, or an old one, gets the whole reply", async () => {
  const { get } = setUp();
  await get();
  expect((await get()).status).toBe(200);
  expect((await get('W/"old"')).status).toBe(200);
});

test("while changes are not heard of, every poll is asked", async () => {
  const { state, get } = setUp();
  state.version = undefined;
  const { tag } = await get();
  await get(tag);
  expect(state.asked).toBe(2);
});

function memory() {
  let version: number | undefined = 1;
  const kept = createTagMemory(() => version);
  return { ...kept, change: (next: number | undefined) => (version = next) };
}

test("a reply is remembered until something changes", () => {
  const { keep, tagOf, change } = memory();
  keep("page 1", 1, "a");
  expect([tagOf("page 1"), tagOf("page 2")]).toEqual(["a", undefined]);
  change(2);
  expect(tagOf("page 1")).toBeUndefined();
  change(1);
  expect(tagOf("page 1")).toBeUndefined();
});

test("a reply that was begun before a change is not remembered", () => {
  const { keep, tagOf, change } = memory();
  change(2);
  keep("page 1", 1, "a");
  expect(tagOf("page 1")).toBeUndefined();
});

test("nothing is remembered while it is not known whether something changed", () => {
  const { keep, tagOf, change } = memory();
  keep("page 1", 1, "a");
  change(undefined);
  keep("page 1", undefined, "a");
  expect(tagOf("page 1")).toBeUndefined();
});

test("it does not grow without bound", () => {
  const { keep, tagOf } = memory();
  for (let n = 0; n <= 10_000; n += 1) keep(String(n), 1, "a");
  expect([tagOf("0"), tagOf("10000")]).toEqual([undefined, "a"]);
});
