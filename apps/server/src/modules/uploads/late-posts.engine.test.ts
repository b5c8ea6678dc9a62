import { openS3Store } from "../../platform/object-store/s3/open-s3-store.ts";
import { latePosts } from "./testing/late-posts.ts";
import { createUploadRig, runBuckets } from "./testing/upload-rig.ts";

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start a store (tools/engines)`);
  return value;
};

const buckets = runBuckets();

latePosts(() =>
  createUploadRig({
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
  }),
);
