import Fastify from "fastify";
import { expect, test } from "vitest";
import { tagEntities } from "./entity-tags.ts";
import { IDENTITY } from "./refusals.ts";
import { rememberReplies } from "./remember-replies.ts";
import { createReplyMemory } from "./reply-memory.ts";

/** A route that answers with what stands in `flights`, and counts how often it was asked. */
function setUp() {
  const state = { version: 1 as number | undefined, flights: "one", asked: 0 };
  const app = Fastify();
  app.decorateRequest(IDENTITY, null);
  tagEntities(app);
  app.route({
    method: "GET",
    url: "/api/flights",
    ...rememberReplies(createReplyMemory(() => state.version)),
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
