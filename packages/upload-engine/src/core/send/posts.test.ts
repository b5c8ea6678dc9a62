import { AppError } from "@swath/contract/errors";
import type { Settings } from "@swath/contract/settings";
import { expect, test } from "vitest";
import { folder, JOB, UploadScene } from "../../testing/upload-scene.ts";
import { TaskList } from "../state/task-list.ts";
import { Link } from "./link.ts";
import { PostWatch } from "./post-watch.ts";
import { Posts } from "./posts.ts";

const LINK = {
  concurrentUploads: 4,
  minPieceBytes: 1,
  storeAddresses: [],
} satisfies Partial<Settings>;

test("send/S13 what is ready is authorised once the server has answered, and not while a call claims its bytes", async () => {
  const scene = new UploadScene();
  scene.server.before = () => {
    throw new AppError("INVALID_PATH", "no such object is planned");
  };
  const { baseFolder, files } = folder({ name: "a.laz", size: 100, zipped: false });
  const entries = files.map(({ entry }) => ({ ...entry, parts: 1 }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    files.map(({ file }) => file),
  );
  const ports = scene.ports();
  const { signal } = new AbortController();
  const link = new Link(LINK);
  const watch = new PostWatch(ports, link, signal, () => {});
  const posts = new Posts(
    { ports, job: JOB, list, link, watch, signal },
    { onProgress: () => {}, onAnswer: () => {} },
  );
  const prepared = { body: { size: 100 }, checksum: "AAAAAA==", segments: [] };
  const ready = { attempt: list.queue.take(0)!, prepared, heldBytes: 0 };
  expect(posts.isAuthorised(ready)).toBe(false);
  posts.authorise(ready);
  expect(posts.isAuthorised(ready)).toBe(false);
  await scene.clock.advance(2 * scene.server.callMs);
  expect(posts.isAuthorised(ready)).toBe(true);
});
