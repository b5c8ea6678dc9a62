import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allProcesses, MARK, markOf, placeOf } from "../platform/local-compute/marked-processes.ts";
import { killLeftovers } from "./task-setting.ts";

const marked = (name: string): number[] =>
  allProcesses().filter((pid) => markOf(pid)?.endsWith(`/${name}`) === true);

const guardsOf = (name: string): number[] =>
  allProcesses().filter((pid) => commandOf(pid).endsWith(`sh\0${name}\0`));
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** A runner with a task that leaves a process in a session of its own. */
function runner(name: string, end: string) {
  const program = `
    import { spawn } from "node:child_process";
    import { startGuard } from ${JSON.stringify(new URL("start-guard.ts", import.meta.url).href)};
    const { dismiss } = startGuard(${JSON.stringify(name)});
    const env = { PATH: process.env.PATH, ${MARK}: ${JSON.stringify(`key/0/place/${name}`)} };
    spawn("sh", ["-c", "setsid sleep 300 & sleep 300; true"], { env, detached: true, stdio: "ignore" });
    setTimeout(async () => { ${end} }, 300);`;
  return spawn(process.execPath, ["--input-type=module", "-e", program]);
}

test("a guard ends what a killed runner leaves behind", async () => {
  const killed = runner("guarded-1", 'process.kill(process.pid, "SIGKILL")');
  await expect.poll(() => marked("guarded-1").length).toBe(3);
  await once(killed, "exit");
  await expect.poll(() => marked("guarded-1")).toEqual([]);
});

test("a guard that is dismissed leaves everything alone", async () => {
  const ended = runner("guarded-2", "await dismiss(); process.exit(0)");
  await once(ended, "exit");
  await expect.poll(() => guardsOf("guarded-2")).toEqual([]);
  const left = marked("guarded-2");
  for (const pid of left) process.kill(pid, "SIGKILL");
  expect(left.length).toBe(3);
});

test("what an earlier runner left is ended for the run's own folder, not for a copy with the same key", async () => {
  const place = await mkdtemp(join(tmpdir(), "swath-leftovers-"));
  onTestFinished(() => rm(place, { recursive: true }));
  const [original, copy] = [join(place, "original"), join(place, "copy")];
  for (const folder of [original, copy]) await mkdir(folder);
  const env = { PATH: process.env["PATH"], [MARK]: `copied/0/${placeOf(original)}/guarded-3` };
  const left = spawn("sleep", ["300"], { env, stdio: "ignore" });
  const ended = once(left, "exit");
  await expect.poll(() => marked("guarded-3").length).toBe(1);
  await killLeftovers({ key: "copied", folder: copy }, [0]);
  expect(marked("guarded-3")).toEqual([left.pid]);
  await killLeftovers({ key: "copied", folder: original }, [0]);
  expect(await ended).toEqual([null, "SIGKILL"]);
});
