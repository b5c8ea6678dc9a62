import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { ArchiveRig, type ArchiveStore } from "./archive-rig.ts";
import { archiving } from "./archiving.ts";
import { validating } from "./validating.ts";

/** Declares the tests of the archive on a store. */
export function archiveSuite(name: string, open: () => Promise<ArchiveStore>): void {
  describe(name, () => {
    let rig: ArchiveRig;
    beforeAll(async () => {
      rig = await ArchiveRig.open(open);
    });
    afterEach(() => {
      delete rig.faults.before;
      delete rig.faults.after;
    });
    afterAll(() => rig.close());
    describe("an archive", () => archiving(() => rig));
    describe("a validation", () => validating(() => rig));
  });
}
