import { PutBucketCorsCommand, type S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { S3Store } from "./s3-store.ts";

/** A store whose client has every bucket, and what it was sent of the pages' rights. */
function storeWith(corsOrigins: readonly string[]) {
  const rules: unknown[] = [];
  const client = {
    send: async (command: object) => {
      if (command instanceof PutBucketCorsCommand) {
        const { Bucket, CORSConfiguration } = command.input;
        rules.push([Bucket, CORSConfiguration?.CORSRules?.[0]?.AllowedMethods]);
      }
      return {};
    },
  } as unknown as S3Client;
  const parts = { client, postClient: client, wireAlgorithm: "md5" as const, corsOrigins };
  const store = new S3Store({ ...parts, postBucket: "uploads", shownBuckets: ["outputs", "ai"] });
  return { store, rules };
}

test("pages may post to the landing bucket and fetch previews from those of outputs, from no other", async () => {
  const { store, rules } = storeWith(["https://swath.example"]);
  await store.ensureBuckets(["uploads", "lidar", "outputs"]);
  expect(rules).toEqual([
    ["uploads", ["POST"]],
    ["outputs", ["GET"]],
  ]);
});

test("without origins of pages no right of theirs is set", async () => {
  const { store, rules } = storeWith([]);
  await store.ensureBuckets(["uploads", "outputs"]);
  expect(rules).toEqual([]);
});
