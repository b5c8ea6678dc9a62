import { expect, test } from "vitest";
import { settingsSchema } from "./settings.ts";

const settings = {
  LMSCurrentVersion: "3.3.3",
  wireChecksum: "xxh128",
  concurrentUploads: 2,
  compression: "adaptive",
};

test.each([{}, { concurrentUploads: 1 }, { concurrentUploads: 6, compression: "always" }])(
  "%j are settings",
  (change) => {
    expect(settingsSchema.parse({ ...settings, ...change })).toEqual({ ...settings, ...change });
  },
);

test.each([{ concurrentUploads: 0 }, { concurrentUploads: 7 }, { compression: "never" }])(
  "%j is no setting",
  (change) => {
    expect(settingsSchema.safeParse({ ...settings, ...change }).success).toBe(false);
  },
);
