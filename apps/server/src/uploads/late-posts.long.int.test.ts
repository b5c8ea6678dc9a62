import { afterEach, beforeEach, describe, test } from "vitest";
import { postsIntoOwnKeys, postsOfSenderBefore } from "./testing/late-posts.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
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
