import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Threads of a process that imports the module first, and then asks for forty files at once. */
function threadsOf(environment: Readonly<Record<string, string>>): number {
  const script = `
    import ${JSON.stringify(new URL("disk-threads.ts", import.meta.url).href)};
    const { stat, readdir, readFile } = await import("node:fs/promises");
    await Promise.all(Array.from({ length: 40 }, () => stat("/")));
    const tasks = await readdir("/proc/self/task");
    const names = tasks.map((task) => readFile("/proc/self/task/" + task + "/comm", "utf8"));
    console.log((await Promise.all(names)).filter((name) => name.startsWith("libuv")).length);`;
  const words = ["--input-type=module", "--eval", script];
  const { UV_THREADPOOL_SIZE: _, ...others } = process.env;
  const env = { ...others, ...environment };
  return Number(execFileSync(process.execPath, words, { env, encoding: "utf8" }));
}

test.runIf(process.platform === "linux")("twelve threads serve the disk", () => {
  expect(threadsOf({})).toBe(12);
});

test.runIf(process.platform === "linux")("as many as the environment says, where it does", () => {
  expect(threadsOf({ UV_THREADPOOL_SIZE: "5" })).toBe(5);
});
