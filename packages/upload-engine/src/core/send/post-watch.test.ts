import { expect, test } from "vitest";
import type { PostOutcome } from "../../ports/poster.ts";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { UploadScene } from "../../testing/upload-scene.ts";
import { Link } from "./link.ts";
import { pause } from "./back-off.ts";
import { PostWatch } from "./post-watch.ts";

const FORM = { kind: "answered", value: { url: "", fields: {} } } as const;
const OBJECT = { name: "a", prepared: { body: { size: 10 }, checksum: "", segments: [] } };

/** A watch over posts that end so after some time, on a link whose pace is known. */
function watched() {
  const scene = new UploadScene();
  const link = new Link({ concurrentUploads: 2, minPieceBytes: 262_144, storeAddresses: [] });
  const carried = { storedBytes: 1_000_000, sourceBytes: 1_000_000, zipped: false };
  link.stored(link.begin(0), carried, 1_000);
  const stop = new AbortController();
  let end: { readonly afterMs: number; readonly outcome: PostOutcome };
  const poster: UploaderPorts["poster"] = {
    post: async (_, __, { signal }) => {
      const { afterMs, outcome } = end;
      await pause(scene.clock, afterMs, signal);
      return signal.aborted ? { kind: "aborted" } : outcome;
    },
    reach: async () => true,
  };
  const ticks: number[] = [];
  const watch = new PostWatch({ ...scene.ports(), poster }, link, stop.signal, () => {
    ticks.push(scene.clock.now());
  });
  watch.start();
  const post = (afterMs: number, outcome: PostOutcome, address?: string) => {
    end = { afterMs, outcome };
    return watch.post(FORM, { object: OBJECT, address }, () => {});
  };
  return { scene, link, stop, post, ticks };
}

test("stalls/Q2 a silent post is given up within seconds where a call of the server is answered", async () => {
  const { scene, post } = watched();
  const result = post(Infinity, { kind: "stored" });
  expect(await scene.clock.settle(result)).toEqual({
    kind: "noResponse",
    isLinkAlive: true,
    lost: "connection",
  });
  expect(scene.clock.now()).toBeLessThan(7_000);
  expect(new Set(scene.server.calls)).toEqual(new Set(["GET /settings"]));
});

test("connections/N1 a long link of which nothing is known is asked each second, and climbed", async () => {
  const scene = new UploadScene();
  const storeAddresses = ["https://other.example"];
  const link = new Link({ concurrentUploads: 2, minPieceBytes: 262_144, storeAddresses });
  link.addresses.reached("https://other.example");
  link.answered(-200, 0);
  expect(link.maxPosts).toBe(6);
  const stop = new AbortController();
  new PostWatch(scene.ports(), link, stop.signal, () => {}).start();
  await scene.clock.advance(5_000);
  stop.abort();
  expect(scene.server.calls).toContain("GET /settings");
  expect(link.maxPosts).toBe(12);
});

test("connections/N9 where no call says whether a slow link is full, one is made after each 2 s", async () => {
  const { scene, post, stop } = watched();
  const asked: number[] = [];
  scene.server.after = () => void asked.push(scene.clock.now());
  await scene.clock.advance(3_500);
  expect(asked).toEqual([]);
  void post(Infinity, { kind: "stored" });
  await scene.clock.advance(3_000);
  expect(asked).toEqual([4_005]);
  stop.abort();
});

test("stalls/Q7 all silent posts are given up as soon as a link that was away answers", async () => {
  const { scene, post } = watched();
  const ends: unknown[] = [];
  for (let n = 0; n < 4; n++)
    void post(Infinity, { kind: "stored" }).then((end) => ends.push([scene.clock.now(), end]));
  await scene.clock.advance(2_000);
  scene.server.online = false;
  await scene.clock.advance(18_500);
  scene.server.online = true;
  let answered = 0;
  scene.server.after = () => void (answered ||= scene.clock.now());
  await scene.clock.advance(2_000);
  const end = [answered, { kind: "noResponse", isLinkAlive: true, lost: "link" }];
  expect(ends).toEqual([end, end, end, end]);
});

test("stalls/Q7 an answer that looks late is asked for again at once", async () => {
  const { scene, post, link } = watched();
  link.answered(-1, 0);
  const ends: number[] = [];
  void post(Infinity, { kind: "stored" }).then(() => ends.push(scene.clock.now()));
  await scene.clock.advance(2_000);
  scene.server.online = false;
  await scene.clock.advance(18_500);
  scene.server.online = true;
  // As where a connection is made anew.
  scene.server.callMs = 500;
  scene.server.after = () => void (scene.server.callMs = 5);
  await scene.clock.advance(2_600);
  expect(ends).toHaveLength(1);
  expect(scene.server.calls).toHaveLength(2);
});

test("stalls/Q3 and Q4 without any answer it is probed until its minute is over", async () => {
  const { scene, post } = watched();
  scene.server.online = false;
  const result = post(Infinity, { kind: "stored" });
  expect(await scene.clock.settle(result)).toEqual({
    kind: "noResponse",
    isLinkAlive: false,
    lost: "link",
  });
  expect(scene.clock.now()).toBe(60_000);
});

test("a post that broke says whether another one was stored since it began", async () => {
  const { scene, post } = watched();
  const alone = post(1_000, { kind: "noResponse" });
  expect(await scene.clock.settle(alone)).toEqual({
    kind: "noResponse",
    isLinkAlive: false,
    lost: "link",
  });
  const broken = post(2_000, { kind: "noResponse" });
  const stored = post(1_000, { kind: "stored" });
  expect(await scene.clock.settle(stored)).toEqual({ kind: "stored" });
  expect(await scene.clock.settle(broken)).toEqual({
    kind: "noResponse",
    isLinkAlive: true,
    lost: "link",
  });
});

test("the end of the sending ends its posts as aborted, and the ticks", async () => {
  const { scene, stop, post, ticks } = watched();
  const result = post(Infinity, { kind: "stored" });
  await scene.clock.advance(3_500);
  stop.abort();
  expect(await result).toEqual({ kind: "aborted" });
  await scene.clock.advance(10_000);
  expect(ticks).toEqual([1_000, 2_000, 3_000]);
});

test("addresses/A3 what another address refuses is sent again, what its own refuses is refused", async () => {
  const { scene, post } = watched();
  const refused = { kind: "refused", status: 403, message: "" } as const;
  const there = post(10, refused, "https://second.example");
  expect(await scene.clock.settle(there)).toEqual({
    kind: "noResponse",
    isLinkAlive: true,
    lost: "link",
  });
  expect(await scene.clock.settle(post(10, refused))).toEqual(refused);
});
