import { openS3Store } from "../../platform/s3-store/open-s3-store.ts";
import { engineOptions } from "../../platform/object-store/testing/engine-options.ts";
import { runBuckets } from "../testing/upload-rig.ts";
import { replacedSuite } from "../testing/replaced-suite.ts";

replacedSuite("on Ceph", () => {
  const buckets = runBuckets();
  return { store: openS3Store(engineOptions(buckets.uploads)), buckets, close: async () => {} };
});
