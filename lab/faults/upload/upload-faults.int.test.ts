import { expect, onTestFinished, test } from "vitest";
import { Chance } from "../../fuzz/chance.ts";
import type { ClientProgram } from "./client-program.ts";
import { UploadStand } from "./upload-stand.ts";
import { uploadTrial } from "./upload-trial.ts";

async function trialOf(program: ClientProgram, names: readonly string[]): Promise<void> {
  const stand = await UploadStand.open({ apart: false });
  onTestFinished(() => stand.close(false));
  const trial = { program, type: "LiDAR", kinds: names, faults: 3, chance: new Chance(3) } as const;
  const { violation, faults } = await uploadTrial(stand, trial);
  expect(violation).toBeUndefined();
  expect(faults.length).toBeGreaterThan(0);
}

test("an upload whose client and worker are killed and whose bytes are changed ends equal", async () => {
  await trialOf("command", [
    "client-killed",
    "worker-killed",
    "reset",
    "flipped-on-way",
    "flipped-in-store",
  ]);
}, 180_000);

test("an upload whose browser is killed and whose session is lost ends equal", async () => {
  await trialOf("browser", ["client-killed", "session-lost", "reset"]);
}, 180_000);
