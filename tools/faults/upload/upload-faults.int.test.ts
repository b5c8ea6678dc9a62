import { expect, onTestFinished, test } from "vitest";
import { Chance } from "../../fuzz/chance.ts";
import { UPLOAD_KINDS } from "./upload-kinds.ts";
import { UploadStand } from "./upload-stand.ts";
import { uploadTrial } from "./upload-trial.ts";

const NAMES = new Set([
  "client-killed",
  "worker-killed",
  "reset",
  "flipped-on-way",
  "flipped-in-store",
]);

test("an upload whose client and worker are killed and whose bytes are changed ends equal", async () => {
  const stand = await UploadStand.open({ apart: false });
  onTestFinished(() => stand.close(false));
  const kinds = UPLOAD_KINDS.filter(({ name }) => NAMES.has(name));
  const trial = { type: "LiDAR", kinds, faults: 3, chance: new Chance(3) } as const;
  const { violation, faults } = await uploadTrial(stand, trial);
  expect(violation).toBeUndefined();
  expect(faults.length).toBeGreaterThan(0);
}, 180_000);
