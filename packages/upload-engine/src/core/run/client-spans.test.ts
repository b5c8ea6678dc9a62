import { MAX_CLIENT_SPANS } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { ClientSpans } from "./client-spans.ts";

const FORM = { url: "https://store.example/bucket", fields: {} };
const OPTIONS = { signal: new AbortController().signal, onSent: () => {} };

/** Spans, and a poster that they watch: each post takes a second and ends so. */
function watched(isWanted = true) {
  const clock = new VirtualClock();
  const spans = new ClientSpans(clock);
  if (isWanted) spans.isWanted = true;
  const post = async (outcome: PostOutcome, size = 10): Promise<PostOutcome> => {
    const poster = spans.watch({
      post: () => new Promise((resolve) => void clock.after(1_000, () => resolve(outcome))),
      reach: async () => true,
    });
    return clock.settle(poster.post(FORM, { size }, OPTIONS));
  };
  return { clock, spans, post };
}

test.each<[PostOutcome, object]>([
  [{ kind: "stored" }, {}],
  [
    { kind: "refused", status: 403, message: "the store answered 403" },
    { fault: "the store answered 403" },
  ],
  [{ kind: "noResponse" }, { fault: "noResponse" }],
])(
  "run/T2 a post is told with its bytes, its fault and its times before the call: %o",
  async (outcome, fault) => {
    const { clock, spans, post } = watched();
    expect(await post(outcome)).toBe(outcome);
    await clock.advance(500);
    expect(spans.take()).toEqual([
      { name: "post", bytes: 10, beganAgoMs: 1_500, endedAgoMs: 500, ...fault },
    ]);
    expect(spans.take()).toEqual([]);
  },
);

test("nothing is recorded where the server does not trace", async () => {
  const { spans, post } = watched(false);
  await post({ kind: "stored" });
  expect(spans.take()).toEqual([]);
});

test("run/T1 the latest posts are kept, and no more than a heartbeat takes along", async () => {
  const { spans, post } = watched();
  for (let at = 0; at <= MAX_CLIENT_SPANS; at += 1) await post({ kind: "stored" }, at);
  const sizes = spans.take().map(({ bytes }) => bytes);
  expect(sizes).toHaveLength(MAX_CLIENT_SPANS);
  expect([sizes[0], sizes.at(-1)]).toEqual([1, MAX_CLIENT_SPANS]);
});
