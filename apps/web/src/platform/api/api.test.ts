import { endpoints } from "@swath/contract/endpoints";
import { expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createApi } from "./api.ts";

const services = {
  main: "/api/main",
  processing: "/api/processing",
  "terrain-mapper": "https://tm.example/api/terrain-mapper",
  orchestration: "/api/orchestration",
};
const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);

const stale = () =>
  json(
    { code: "REAUTHENTICATION_REQUIRED", message: "again", details: {}, requestId: "r2" },
    { status: 403 },
  );

function setUp(...answers: (Response | Error)[]) {
  const fetcher = vi.fn<typeof fetch>(async () => {
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error)
      throw answer ?? new Error("no answer left");
    return answer;
  });
  const tokens = {
    token: vi.fn(async (): Promise<string | undefined> => "first"),
    tokenAfter: vi.fn(async (): Promise<string | undefined> => "second"),
  };
  const reauthenticate = vi.fn(async (_repeated: boolean) => true);
  const sent = (call: number) => {
    const [url, init] = fetcher.mock.calls[call]!;
    const headers = new Headers(init?.headers);
    return { url, init, bearer: headers.get("authorization"), type: headers.get("content-type") };
  };
  return {
    api: createApi({ fetch: fetcher, services, tokens, reauthenticate }),
    fetcher,
    tokens,
    sent,
    reauthenticate,
  };
}

async function thrown(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test("a list carries its query and its bearer, and reports the total", async () => {
  const { api, sent } = setUp(json([], { headers: { "x-total-count": "64" } }));
  const page = await api.list(endpoints.listFlights, { query: { page: 2, sort: "Date -1" } });
  expect(page).toEqual({ items: [], total: 64 });
  expect(sent(0)).toMatchObject({
    url: "/api/main/flights?page=2&sort=Date+-1",
    bearer: "Bearer first",
    type: null,
  });
});

test("parameters are encoded, bodies are JSON, a service may be named", async () => {
  const { api, sent } = setUp(json({ url: "/store", fields: {} }));
  const params = { flightId: "FL000123", uploadId: "a/b" };
  await api.call(endpoints.heartbeat, {
    params,
    body: { browserFingerprint: "12345678" },
    service: "terrain-mapper",
  });
  expect(sent(0)).toMatchObject({
    url: "https://tm.example/api/terrain-mapper/flights/FL000123/upload/a%2Fb/heartbeat",
    type: "application/json",
    init: { method: "PUT", body: '{"browserFingerprint":"12345678"}' },
  });
});

test("a 401 renews once and asks once more with the newer token", async () => {
  const { api, sent, tokens } = setUp(json({}, { status: 401 }), json(["A"]));
  expect(await api.call(endpoints.listUnique, { params: { collection: "p", field: "f" } })).toEqual(
    ["A"],
  );
  expect(tokens.tokenAfter).toHaveBeenCalledExactlyOnceWith("first");
  expect(sent(1).bearer).toBe("Bearer second");
});

test("without a token nothing is sent: the call fails as one that a server would refuse", async () => {
  const { api, fetcher, tokens } = setUp();
  tokens.token.mockResolvedValue(undefined);
  expect(await thrown(api.call(endpoints.readSettings))).toMatchObject({
    status: 401,
    code: "UNAUTHENTICATED",
  });
  expect(fetcher).not.toHaveBeenCalled();
});

const refused = () =>
  json({ code: "TOKEN_EXPIRED", message: "old", details: {}, requestId: "r1" }, { status: 401 });

test("a second 401 is thrown, and so is the first where there is no newer token", async () => {
  const twice = setUp(refused(), refused());
  expect(await thrown(twice.api.call(endpoints.readSettings))).toMatchObject({ status: 401 });
  expect(twice.fetcher).toHaveBeenCalledTimes(2);
  const once = setUp(refused());
  once.tokens.tokenAfter.mockResolvedValue(undefined);
  expect(await thrown(once.api.call(endpoints.readSettings))).toMatchObject({
    code: "TOKEN_EXPIRED",
  });
  expect(once.fetcher).toHaveBeenCalledTimes(1);
});

test("what takes a recent sign-in waits for one, and goes on with the new session's token", async () => {
  const { api, sent, reauthenticate, tokens } = setUp(stale(), json({}));
  const params = { flightId: "FL000123", uploadId: "a" };
  await api.call(endpoints.moveUpload, { params, query: { status: "READY_FOR_UPLOAD" } });
  expect(reauthenticate).toHaveBeenCalledExactlyOnceWith(false);
  expect(tokens.tokenAfter).toHaveBeenCalledExactlyOnceWith("first");
  expect(sent(1)).toMatchObject({ url: sent(0).url, bearer: "Bearer second" });
});

test("a sign-in that does not suffice is asked for again, until it is cancelled", async () => {
  const { api, reauthenticate, fetcher } = setUp(stale(), stale(), stale());
  reauthenticate.mockResolvedValueOnce(true).mockResolvedValueOnce(true).mockResolvedValue(false);
  expect(await thrown(api.call(endpoints.readSettings))).toMatchObject({
    code: "REAUTHENTICATION_REQUIRED",
  });
  expect(reauthenticate.mock.calls).toEqual([[false], [true], [true]]);
  expect(fetcher).toHaveBeenCalledTimes(3);
});

test("a refusal is thrown with code, message, details and request id", async () => {
  const body = { code: "UPLOAD_INCOMPLETE", message: "3 left", details: { n: 3 }, requestId: "r9" };
  const { api } = setUp(json(body, { status: 409 }));
  expect(await thrown(api.call(endpoints.readSettings))).toMatchObject({ status: 409, ...body });
});

test("an answer that is no error body still has its status", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 502 });
  const { api } = setUp(page);
  expect(await thrown(api.call(endpoints.readSettings))).toMatchObject({
    status: 502,
    code: "UNREADABLE",
  });
});

test("no network is an error of status 0, an aborted call throws its reason", async () => {
  const { api } = setUp(new TypeError("failed to fetch"), new TypeError("aborted"));
  expect(await thrown(api.call(endpoints.readSettings))).toMatchObject({
    status: 0,
    code: "UNREACHABLE",
  });
  const reason = new Error("left the page");
  await expect(
    api.call(endpoints.readSettings, { signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

test("an answer says how long to wait, in seconds or by a date", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T05:00:00Z") });
  for (const [header, ms] of [
    ["30", 30_000],
    ["Sun, 22 Nov 2026 05:01:00 GMT", 60_000],
    ["Sun, 22 Nov 2026 04:00:00 GMT", 0],
    ["soon", undefined],
  ] as const) {
    const { api } = setUp(json({}, { status: 429, headers: { "retry-after": header } }));
    expect((await thrown(api.call(endpoints.listFlights))).retryAfterMs).toBe(ms);
  }
  vi.useRealTimers();
});
