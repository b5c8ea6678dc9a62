import type { RunRig } from "./run-rig.ts";

export const rms = (value: number) => [{ name: "rms", label: "RMS", value, unit: "m", most: 1 }];

/** A job PI1 that ran twice, with other parameters and results; answers its processing. */
export async function runTwice(rig: RunRig): Promise<string> {
  const { id, key } = await rig.startRun();
  await rig.engine.finish(key, () => ({
    files: { "report.json": "first", "old.json": "x", "same.json": "s" },
    measures: rms(0.4),
  }));
  await rig.settle();
  await rig.order(id, "PI1", { params: { cell: 2 } });
  await rig.settle();
  await rig.engine.finish(rig.onlyKey(), () => ({
    files: { "report.json": "second", "same.json": "s" },
    measures: rms(0.2),
  }));
  await rig.settle();
  return id;
}
