import { chmodSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder, temporaryFolder } from "../../e2e/swath.ts";
import { rollingUpgrade } from "./rolling-upgrade.ts";

/** A checkout and its packages are many files. */
const REMOVAL_MS = 300_000;

test("two servers and two workers are upgraded one by one while an upload and a job go on, and the former release serves again", async () => {
  const place = temporaryFolder("rolling");
  chmodSync(place, 0o711);
  onTestFinished(() => removeFolder(place), REMOVAL_MS);
  expect(await rollingUpgrade(place)).toMatchObject({ isRight: true });
}, 600_000);
