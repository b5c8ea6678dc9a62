import { afterEach, beforeEach, describe, test } from "vitest";
import { openS3Store } from "../../platform/object-store/s3/open-s3-store.ts";
import { postsIntoOwnKeys, postsOfSenderBefore } from "./testing/late-posts.ts";
import { createUploadRig, runBuckets } from "./testing/upload-rig.ts";

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start a store (tools/engines)`);
  return value;
};

const buckets = runBuckets();

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig({
    store: {
      store: openS3Store({
        endpoint: setting("S3_ENDPOINT"),
        region: setting("S3_REGION"),
        accessKey: setting("S3_ACCESS_KEY"),
        secretKey: setting("S3_SECRET_KEY"),
        wireChecksum: "md5",
        postBucket: buckets.uploads,
        corsOrigins: [],
      }),
      buckets,
      close: async () => {},
    },
  });
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
