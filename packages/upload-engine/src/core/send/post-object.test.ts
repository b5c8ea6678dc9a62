import { AppError } from "@swath/contract/errors";
import { describe, expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import { JOB, UploadScene } from "../../testing/upload-scene.ts";
import { FormRequest, namedTask, postObject } from "./post-object.ts";

const OBJECT = {
  name: "FL000123_metadata.json",
  prepared: { body: { size: 2, content: "{}" }, checksum: "AAAAAA==", segments: [] },
};

/** A post that has this outcome. */
function posted(outcome: PostOutcome = { kind: "stored" }) {
  const scene = new UploadScene();
  scene.server.upload.status = "UPLOADING";
  const ports = scene.ports();
  const seen = { posts: 0 };
  const poster = {
    post: async (): Promise<PostOutcome> => {
      seen.posts++;
      return outcome;
    },
    reach: async () => true,
  };
  const stop = new AbortController();
  const form = new FormRequest(ports, JOB, OBJECT, stop.signal);
  const post = async () =>
    postObject(poster, await scene.clock.settle(form.answer()), OBJECT.prepared, {
      signal: stop.signal,
      onSent: () => {},
    });
  return { scene, seen, stop, form, post };
}

const refused = (status: number) => ({ kind: "refused", status, message: "no" }) as const;

describe("a post", () => {
  test.each([{ kind: "noResponse" } as const, refused(408), refused(502), refused(504)])(
    "send/O2 has no response after %o",
    async (outcome) => {
      expect(await posted(outcome).post()).toEqual({ kind: "noResponse" });
    },
  );

  test.each([
    { kind: "busy" } as const,
    refused(400),
    refused(403),
    refused(500),
    { kind: "unreadable", path: "F/a.laz" } as const,
  ])("send/O3 ends as the store answered: %o", async (outcome) => {
    const { seen, post } = posted(outcome);
    expect(await post()).toEqual(outcome);
    expect(seen.posts).toBe(1);
  });

  test("send/O1 uses a form that was asked for ahead, but none of over ten minutes", async () => {
    const { scene, form } = posted();
    const first = await scene.clock.settle(form.answer());
    await scene.clock.advance(590_000);
    expect(await form.answer()).toBe(first);
    expect(scene.server.calls.length).toBe(1);
    await scene.clock.advance(20_000);
    await scene.clock.settle(form.answer());
    expect(scene.server.calls.length).toBe(2);
  });

  test("send/O4 whose authorisation is refused ends with the lease", async () => {
    const { scene, seen, post } = posted();
    scene.server.upload.status = "UPLOAD_PAUSED";
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

  test("send/O5 is authorised again where no answer comes for 20 s", async () => {
    const scene = new UploadScene();
    scene.server.upload.status = "UPLOADING";
    let calls = 0;
    const api = {
      call: async (...args: Parameters<typeof scene.server.api.call>): Promise<never> => {
        if (calls++ > 0) return scene.server.api.call(...args) as Promise<never>;
        return new Promise((_, reject) => {
          args[1].signal?.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    };
    const stop = new AbortController();
    const form = new FormRequest({ ...scene.ports(), api }, JOB, OBJECT, stop.signal);
    expect(await scene.clock.settle(form.answer())).toMatchObject({ kind: "answered" });
    expect(calls).toBe(2);
    expect(scene.clock.now()).toBeGreaterThanOrEqual(20_000);
  });

  test("send/O6 is the outcome of a full store where the server has no room, and is asked for again", async () => {
    const { scene, seen, form, post } = posted();
    scene.server.before = () => {
      throw new AppError("STORE_FULL", "no room");
    };
    expect(await post()).toEqual({ kind: "full" });
    expect(scene.server.calls.length).toBe(1);
    expect(seen.posts).toBe(0);
    scene.server.before = () => {};
    expect(await scene.clock.settle(form.answer())).toMatchObject({ kind: "answered" });
    expect(scene.server.calls.length).toBe(2);
  });

  test("ends when it is aborted before the form, without a post", async () => {
    const { seen, stop, post } = posted();
    stop.abort();
    expect(await post()).toEqual({ kind: "aborted" });
    expect(seen.posts).toBe(0);
  });
});

test("a task is named with its range, unless it is the whole object", () => {
  const planned = { name: "a", sourceBytes: 10, segments: [] };
  expect(namedTask(planned, { index: 0, offset: 0, length: 10 })).toEqual({ name: "a" });
  const piece = { offset: 2, length: 8 };
  expect(namedTask(planned, { index: 0, ...piece })).toEqual({ name: "a", piece });
});
