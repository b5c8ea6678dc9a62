import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../api/api-error.ts";
import { polling, createQueryClient, usePolledQuery } from "./polling.ts";

const EVERY_MS = 5_000;

const failure = (status: number, retryAfterMs?: number) =>
  new ApiError({
    status,
    code: "X",
    message: `answered ${status}`,
    details: {},
    requestId: undefined,
    retryAfterMs,
  });

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** A page that polls a server, which a test may break. */
function poll() {
  const server = {
    failure: undefined as (() => Error) | undefined,
    calls: 0,
    held: Promise.resolve(),
  };
  const queryFn = async (): Promise<string> => {
    server.calls += 1;
    await server.held;
    if (server.failure !== undefined) throw server.failure();
    return `answer ${server.calls}`;
  };
  function Page() {
    const {
      data,
      failure: known,
      retryInMs,
    } = usePolledQuery({
      queryKey: ["polled"],
      queryFn,
      ...polling(EVERY_MS),
    });
    return (
      <>
        <p>{data ?? "nothing yet"}</p>
        <p>{known === null ? "well" : `${known.message}, again in ${retryInMs}`}</p>
      </>
    );
  }
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  leave = () => {
    root.unmount();
    host.remove();
  };
  return server;
}

const shows = (text: string) =>
  expect.element(screen.getByText(text, { exact: true })).toBeVisible();
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each([0, 401, 403, 404, 408, 409, 429, 500, 503])(
  "web-query/P3 polling goes on after %i, and recovers by itself",
  async (status) => {
    const server = poll();
    await shows("answer 1");
    server.failure = () => failure(status);
    await wait(EVERY_MS);
    await shows(`answered ${status}, again in 5000`);
    await shows("answer 1");
    server.failure = undefined;
    await wait(EVERY_MS);
    await shows("answer 3");
    await shows("well");
  },
);

test("web-query/P3 a first load that is refused is polled too, and stays known while it is", async () => {
  const server = poll();
  server.failure = () => failure(404);
  await shows("answered 404, again in 5000");
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  await wait(EVERY_MS);
  expect(server.calls).toBe(2);
  await shows("answered 404, again in 5000");
  server.failure = undefined;
  resolve();
  await shows("answer 2");
  await shows("well");
});

test("web-query/P2 failures in a row double the wait, up to 60 s; an answer brings the interval back", async () => {
  const server = poll();
  await shows("answer 1");
  server.failure = () => failure(503);
  await wait(EVERY_MS);
  for (const ms of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    await shows(`answered 503, again in ${ms}`);
    const { calls } = server;
    await wait(ms - 100);
    expect(server.calls).toBe(calls);
    await wait(100);
    expect(server.calls).toBe(calls + 1);
  }
  server.failure = undefined;
  await wait(60_000);
  await shows("well");
  server.failure = () => failure(503);
  await wait(EVERY_MS);
  await shows("answered 503, again in 5000");
});

test("web-query/P2 a Retry-After is waited for", async () => {
  const server = poll();
  await shows("answer 1");
  server.failure = () => failure(429, 30_000);
  await wait(EVERY_MS);
  await shows("answered 429, again in 30000");
  server.failure = undefined;
  await wait(29_900);
  expect(server.calls).toBe(2);
  await wait(100);
  await shows("answer 3");
});

test("web-query/P4 a hidden page fetches nothing, and at once when it is shown again", async () => {
  const server = poll();
  await shows("answer 1");
  focusManager.setFocused(false);
  await wait(10 * EVERY_MS);
  expect(server.calls).toBe(1);
  focusManager.setFocused(true);
  await shows("answer 2");
});

test("web-query/P4 when the network is back it fetches at once, however long the wait", async () => {
  const server = poll();
  await shows("answer 1");
  server.failure = () => failure(0);
  await wait(EVERY_MS + 5_000 + 10_000);
  await shows("answered 0, again in 20000");
  server.failure = undefined;
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  await shows("well");
});
