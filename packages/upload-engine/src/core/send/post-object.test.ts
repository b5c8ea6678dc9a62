import { AppError } from "@swath/contract/errors";
import { describe, expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import { JOB, UploadScene } from "../../testing/upload-scene.ts";
import { FormRequest, namedTask, postManifest, postObject } from "./post-object.ts";

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

/** Posts a manifest by outcomes in turn; `silent` ones never end by themselves. */
function manifest(outcomes: readonly (PostOutcome | "silent")[]) {
  const scene = new UploadScene();
  scene.server.upload.status = "UPLOADING";
  const began: number[] = [];
  const stop = new AbortController();
  const full: boolean[] = [];
  const seen = { sent: (): void => undefined };
  const poster = {
    post: async (
      _form: unknown,
      _body: unknown,
      { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
    ): Promise<PostOutcome> => {
      const outcome = outcomes[Math.min(began.length, outcomes.length - 1)]!;
      began.push(scene.clock.now());
      seen.sent = () => onSent(1);
      if (outcome !== "silent") return outcome;
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "aborted" }));
      });
    },
    reach: async () => true,
  };
  const ports = { ...scene.ports(), poster };
  const given = { object: OBJECT, form: undefined, signal: stop.signal };
  const ended = postManifest(ports, JOB, { ...given, onStoreFull: (is) => full.push(is) });
  return { clock: scene.clock, began, stop, full, seen, ended };
}

describe("a manifest", () => {
  test("is posted again after a minute of silence, which each sign of life begins anew", async () => {
    const { clock, began, seen, ended } = manifest(["silent", { kind: "stored" }]);
    await clock.advance(50_000);
    seen.sent();
    await clock.advance(50_000);
    expect(began).toHaveLength(1);
    expect(await clock.settle(ended)).toEqual({ kind: "stored" });
    expect(began).toHaveLength(2);
  });

  test("fails with the store's words after three refusals", async () => {
    const { clock, began, ended } = manifest([refused(400)]);
    expect(await clock.settle(ended)).toEqual({ kind: "failed", reason: "no" });
    expect(began).toHaveLength(3);
  });

  test("fails with the path of what cannot be read", async () => {
    const { clock, ended } = manifest([{ kind: "unreadable", path: "F/a.laz" }]);
    expect(await clock.settle(ended)).toEqual({ kind: "failed", reason: "F/a.laz" });
  });

  test("waits for a store that is full, and says so", async () => {
    const stored = { kind: "stored" } as const;
    const { clock, full, ended } = manifest([{ kind: "full" }, { kind: "busy" }, stored]);
    expect(await clock.settle(ended)).toEqual(stored);
    expect(full).toEqual([true, false, false]);
  });

  test("is not posted again by somebody who stops while it waits", async () => {
    const { clock, began, stop, ended } = manifest([{ kind: "busy" }]);
    await clock.advance(900);
    stop.abort();
    expect(await clock.settle(ended)).toEqual({ kind: "aborted" });
    expect(began).toHaveLength(1);
  });

  test("that is stopped while it is posted ends so", async () => {
    const { clock, stop, ended } = manifest(["silent"]);
    await clock.advance(900);
    stop.abort();
    expect(await clock.settle(ended)).toEqual({ kind: "aborted" });
  });
});
