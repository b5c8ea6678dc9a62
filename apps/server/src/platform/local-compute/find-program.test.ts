import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findsProgram } from "./local-engine.ts";

test("a program is an executable file, by its path or in a folder of the list", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-programs-"));
  try {
    await writeFile(join(folder, "tool"), "");
    await writeFile(join(folder, "notes.txt"), "");
    await chmod(join(folder, "tool"), 0o755);
    await mkdir(join(folder, "sub"));
    const list = `/nowhere:${folder}`;
    expect(await findsProgram("tool", list)).toBe(true);
    expect(await findsProgram(join(folder, "tool"), "")).toBe(true);
    for (const name of ["notes.txt", "sub", "none", "", "./tool", join(folder, "none")])
      expect(await findsProgram(name, list), name).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
