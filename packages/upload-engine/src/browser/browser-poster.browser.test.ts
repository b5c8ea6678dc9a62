import { expect, test } from "vitest";
import { bytesBody, browserPoster } from "./browser-poster.ts";

const MB = 1_048_576;

const form = (outcome: string) => ({ url: `/form-store/${outcome}`, fields: { key: "k" } });

test("a post that is never answered has handed over all its bytes, and ends as soon as it is given up", async () => {
  const body = bytesBody(new Uint8Array(3 * MB));
  const given = new AbortController();
  const handedOver = Promise.withResolvers<void>();
  const result = browserPoster.post(form("silent"), body, {
    signal: given.signal,
    onSent: (bytes) => {
      if (bytes === body.size) handedOver.resolve();
    },
  });
  await handedOver.promise;
  given.abort();
  expect(await result).toEqual({ kind: "aborted" });
});

test("a post that the browser sent again by itself, since its connection broke, says so", async () => {
  const { signal } = new AbortController();
  const post = () =>
    browserPoster.post(form("breaks"), bytesBody(new Uint8Array(3 * MB)), {
      signal,
      onSent: () => {},
    });
  const outcomes = [await post(), await post(), await post()];
  expect(outcomes).toEqual([
    { kind: "stored" },
    { kind: "stored", resent: true },
    { kind: "stored" },
  ]);
});

test("a post to an origin that keeps its times to itself looks as if it was sent again", async () => {
  const url = `http://other.localhost:${location.port}/form-store/breaks-slowly`;
  const { signal } = new AbortController();
  const post = (bytes: number) =>
    browserPoster.post({ url, fields: { key: "k" } }, bytesBody(new Uint8Array(bytes)), {
      signal,
      onSent: () => {},
    });
  const outcomes = [await post(1), await post(24 * MB)];
  expect(outcomes).toEqual([{ kind: "stored" }, { kind: "stored", resent: "perhaps" }]);
});
