import { openS3Store } from "../../platform/object-store/s3/open-s3-store.ts";
import { engineOptions } from "../../platform/object-store/testing/engine-options.ts";
import { latePosts } from "./testing/late-posts.ts";
import { runBuckets } from "./testing/upload-rig.ts";

const buckets = runBuckets();

latePosts(() => {
  const store = openS3Store(engineOptions(buckets.uploads));
  return { store: { store, buckets, close: async () => {} } };
});
