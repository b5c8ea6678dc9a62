import { openS3Store } from "../platform/s3-store/open-s3-store.ts";
import { engineOptions } from "../platform/object-store/testing/engine-options.ts";
import { archiveSuite } from "./testing/suite.ts";

archiveSuite("on Ceph", async () => ({
  store: openS3Store(engineOptions("none")),
  storageClass: "COLD",
  close: async () => {},
}));
