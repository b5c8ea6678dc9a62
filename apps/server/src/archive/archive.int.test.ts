import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../platform/clock/clock.ts";
import { openFileStore } from "../platform/file-store/open-file-store.ts";
import { archiveSuite } from "./testing/suite.ts";

archiveSuite("on the file store", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-archive-"));
  const secret = Buffer.from("a secret of this test only");
  return {
    store: await openFileStore({ folder, secret, publicUrl: "", clock: systemClock }),
    storageClass: undefined,
    close: () => rm(folder, { recursive: true, force: true }),
  };
});
