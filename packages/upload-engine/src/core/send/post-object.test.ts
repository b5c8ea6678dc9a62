import { AppError } from "@swath/contract/errors";
import { describe, expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import { JOB, UploadScene } from "../../testing/upload-scene.ts";
import { postObject } from "./post-object.ts";

const OBJECT = {
  name: "FL000123_metadata.json",
  prepared: { body: { size: 2, content: "{}" }, checksum: "AAAAAA==", segments: [] },
};

/** A post whose attempts have these outcomes, and then succeed. */
function posted(...outcomes: readonly PostOutcome[]) {
  const scene = new UploadScene();
  scene.server.status = "UPLOADING";
  const ports = scene.ports();
  const left = [...outcomes];
  const seen = { posts: 0, sent: [] as number[] };
  const poster = {
    post: async (): Promise<PostOutcome> => {
      seen.posts++;
      return left.shift() ?? { kind: "stored" };
    },
  };
  const stop = new AbortController();
  const post = () =>
    scene.clock.settle(
      postObject({ ...ports, poster }, JOB, OBJECT, {
        signal: stop.signal,
        onSent: (bytes) => seen.sent.push(bytes),
      }),
    );
  return { scene, seen, stop, post };
}

const refused = (status: number) => ({ kind: "refused", status, message: "no" }) as const;

describe("a post", () => {
  test.each([{ kind: "noResponse" } as const, refused(408), refused(502), refused(504)])(
    "send/O1 and send/O2 is repeated with a new authorisation after %o",
    async (outcome) => {
      const { scene, seen, post } = posted(outcome, outcome, outcome);
      expect(await post()).toEqual({ kind: "stored" });
      expect(seen).toEqual({ posts: 4, sent: [0, 0, 0] });
      expect(scene.server.calls.length).toBe(4);
    },
  );

  test.each([
    { kind: "busy" } as const,
    refused(400),
    refused(403),
    refused(500),
    { kind: "unreadable", path: "F/a.laz" } as const,
  ])("send/O3 is not repeated after %o", async (outcome) => {
    const { seen, post } = posted(outcome);
    expect(await post()).toEqual(outcome);
    expect(seen.posts).toBe(1);
  });

  test("send/O4 whose authorisation is refused ends with the lease", async () => {
    const { scene, seen, post } = posted();
    scene.server.status = "UPLOAD_PAUSED";
    const refusal = { status: 409, code: "UPLOAD_NOT_ACTIVE" };
    expect(await post()).toMatchObject({ kind: "leaseLost", refusal });
    expect(seen.posts).toBe(0);
  });

  test("send/O4 that does not fit the plan is refused without it", async () => {
    const { scene, post } = posted();
    scene.server.before = () => {
      throw new AppError("UPLOAD_POLICY_REFUSED", "no");
    };
    expect(await post()).toMatchObject({ kind: "refused", code: "UPLOAD_POLICY_REFUSED" });
  });

  test("ends when it is aborted, before the form or after a failure", async () => {
    const before = posted();
    before.stop.abort();
    expect(await before.post()).toEqual({ kind: "aborted" });
    expect(before.seen.posts).toBe(0);
    const waiting = posted({ kind: "noResponse" });
    const result = waiting.post();
    await waiting.scene.clock.advance(100);
    waiting.stop.abort();
    expect(await result).toEqual({ kind: "aborted" });
    expect(waiting.seen.posts).toBe(1);
  });
});
