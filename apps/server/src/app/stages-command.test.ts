import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStages } from "./stages-command.ts";

test("a stage that would show the server's own folders to a program is refused, also by a link", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-stages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [dataFolder, own] = [join(folder, "data"), join(folder, "stages")];
  for (const each of [dataFolder, own]) await mkdir(each);
  await symlink(dataFolder, join(folder, "link"));
  const open = async (path: string) => {
    const stage = {
      name: "OWN",
      label: "Own",
      version: 1,
      inputs: {},
      tasks: "once",
      command: ["true"],
      outputs: [{ glob: "*", kind: "other" }],
      sandbox: { read: [path] },
    };
    await writeFile(join(own, "OWN.stage.json"), JSON.stringify(stage));
    return openStages({ stageFolders: [own], dataFolder, runsFolder: join(dataFolder, "runs") });
  };
  for (const path of [dataFolder, folder, join(dataFolder, "store"), join(folder, "link")])
    await expect(open(path)).rejects.toThrow("would show the server's data or runs to a program");
  expect((await open(join(folder, "stages"))).stages.size).toBe(1);
});
