import { test } from "@playwright/test";
import { processingDay } from "../processing-day.ts";
import { removeFolder, Swath, temporaryFolder } from "../swath.ts";

const LONGEST_MS = 20 * 60_000;

test("a wrong lever arm is found, mended and processed anew on Slurm", async ({ browser }) => {
  test.setTimeout(LONGEST_MS);
  const place = temporaryFolder("terrain");
  const swath = await Swath.start({ SWATH_COMPUTE: "slurm" });
  try {
    await processingDay({ swath, place, browser });
  } finally {
    await swath.stop();
    removeFolder(place);
  }
});
