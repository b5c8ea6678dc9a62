import { afterEach, beforeEach, describe, test } from "vitest";
import { openS3Store } from "../platform/s3-store/open-s3-store.ts";
import { engineOptions } from "../platform/object-store/testing/engine-options.ts";
import { postsIntoOwnKeys, postsOfSenderBefore } from "./testing/late-posts.ts";
import { createUploadRig, runBuckets } from "./testing/upload-rig.ts";

const buckets = runBuckets();

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  const store = openS3Store(engineOptions(buckets.uploads));
  rig = await createUploadRig({ store: { store, buckets, close: async () => {} } });
});
afterEach(() => rig.close());

describe("a post that ends late", () => {
  test("by a form of a sender who cancelled changes nothing of the next sender's, at any step", async () => {
    await postsOfSenderBefore(rig);
  }, 600_000);

  test("into an object's own key is never published, at any step", async () => {
    await postsIntoOwnKeys(rig);
  }, 600_000);
});
