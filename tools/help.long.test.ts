import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const ROOT = resolve(import.meta.dirname, "..");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

function run(words: readonly string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, words, { cwd: ROOT, timeout: 20_000 }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test.each(Object.entries(scripts))(
  "npm run %s says how it is called, and does nothing else",
  async (name, line) => {
    const [program, ...words] = line.split(" ");
    expect(program).toBe("node");
    const { code, stdout, stderr } = await run([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // The runs of the tests share their words.
    expect(stdout).toContain(`npm ${/^(test|start|check)/.test(name) ? "" : "run "}`);
    expect(stdout.split("\n").length).toBeGreaterThan(1);
  },
);
