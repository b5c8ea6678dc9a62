import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { systemClock } from "../clock/clock.ts";
import { openFileStore } from "../file-store/open-file-store.ts";
import { classes } from "./testing/classes.ts";
import { ColdObjects } from "./testing/cold-objects.ts";
import { coldStore } from "./testing/cold-store.ts";
import { copies } from "./testing/copies.ts";
import { Subject } from "./testing/subject.ts";

describe("the store that tests use for cold storage", () => {
  const buckets = ["swath-uploads", "swath-lidar"] as const;
  let folder: string;
  let subject: Subject;
  let under: ConstructorParameters<typeof Subject>[0];
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "swath-cold-"));
    const secret = Buffer.from("a secret of this test only");
    const files = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
    await files.ensureBuckets(buckets);
    under = {
      store: coldStore(files, new ColdObjects(systemClock)),
      origin: "",
      buckets,
      tooLargeStatus: 413,
      verifiesPosts: true,
      holdsForeignKeys: false,
      storageClass: "COLD",
      close: async () => {},
    };
  });
  beforeEach(() => {
    subject = new Subject(under, (count += 1));
  });
  afterAll(() => rm(folder, { recursive: true }));

  describe("a storage class", () => classes(() => subject));
  describe("a copy", () => copies(() => subject));
});
