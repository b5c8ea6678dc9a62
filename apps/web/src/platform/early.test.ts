import { afterEach, beforeEach, expect, test, vi } from "vitest";

const CONFIG = { services: { main: "/api/main" } };
const RENEW = "/api/main/renew";

let calls: string[];
let answers: Record<string, () => Promise<Response>>;

beforeEach(() => {
  calls = [];
  answers = {
    "/config.json": async () => Response.json(CONFIG),
    [RENEW]: async () => Response.json({ token: "early" }),
  };
  vi.resetModules();
  vi.stubGlobal("fetch", (input: string) => {
    calls.push(input);
    return answers[input]!();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** As the page loads it; every answer has come. */
async function load() {
  const { fetchUnlessAsked } = await import("./early.ts");
  await new Promise(setImmediate);
  return async (url: string): Promise<unknown> => (await fetchUnlessAsked(url)).json();
}

test("the configuration and a token are asked for at once, and answer the first who asks", async () => {
  const read = await load();
  expect(calls).toEqual(["/config.json", RENEW]);
  expect(await read("/config.json")).toEqual(CONFIG);
  expect(await read(RENEW)).toEqual({ token: "early" });
  expect(calls).toHaveLength(2);
});

test("a second question is asked again", async () => {
  const read = await load();
  await read(RENEW);
  answers[RENEW] = async () => Response.json({ token: "later" });
  expect(await read(RENEW)).toEqual({ token: "later" });
});

test("an answer of 5 seconds ago is asked for again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const read = await load();
  answers[RENEW] = async () => Response.json({ token: "later" });
  vi.advanceTimersByTime(5_000);
  expect(await read(RENEW)).toEqual({ token: "later" });
});

test("a failure is the first asker's, who may try again", async () => {
  answers["/config.json"] = async () => {
    throw new TypeError("Failed to fetch");
  };
  const read = await load();
  expect(calls).toEqual(["/config.json", RENEW]);
  await expect(read("/config.json")).rejects.toThrow("Failed to fetch");
  answers["/config.json"] = async () => Response.json(CONFIG);
  expect(await read("/config.json")).toEqual(CONFIG);
});
