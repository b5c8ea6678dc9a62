import { test as base } from "./fixtures.ts";
import { processingDay } from "./processing-day.ts";
import { removeFolder, Swath, temporaryFolder } from "./swath.ts";

const LONGEST_MS = 15 * 60_000;

/** A Swath of its own: the flight whose coordinate system and calibration are known is uploaded once. */
const test = base.extend<{ own: Swath; place: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  own: async ({}, use) => {
    const swath = await Swath.start();
    await use(swath);
    await swath.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  place: async ({}, use) => {
    const place = temporaryFolder("terrain");
    await use(place);
    removeFolder(place);
  },
});

test("a wrong lever arm is found, mended and processed anew until the flight is archived", async ({
  own,
  place,
  browser,
}) => {
  test.setTimeout(LONGEST_MS);
  await processingDay({ swath: own, place, browser });
});
