import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { allProcesses, MARK, markOf } from "../platform/compute/processes/marked-processes.ts";

const marked = (name: string): number[] =>
  allProcesses().filter((pid) => markOf(pid)?.endsWith(`/${name}`) === true);

/** A runner with a task that leaves a process in a session of its own. */
function runner(name: string, end: string) {
  const program = `
    import { spawn } from "node:child_process";
    import { startGuard } from ${JSON.stringify(new URL("start-guard.ts", import.meta.url).href)};
    const { dismiss } = startGuard(${JSON.stringify(name)});
    const env = { PATH: process.env.PATH, ${MARK}: ${JSON.stringify(`key/0/${name}`)} };
    spawn("sh", ["-c", "setsid sleep 300 & sleep 300; true"], { env, detached: true, stdio: "ignore" });
    setTimeout(async () => { ${end} }, 300);`;
  return spawn(process.execPath, ["--input-type=module", "-e", program]);
}

test("a guard ends what a killed runner leaves behind", async () => {
  const killed = runner("guarded-1", 'process.kill(process.pid, "SIGKILL")');
  await expect.poll(() => marked("guarded-1").length, { timeout: 5_000 }).toBe(3);
  await once(killed, "exit");
  await expect.poll(() => marked("guarded-1"), { timeout: 5_000 }).toEqual([]);
});

test("a guard that is dismissed leaves everything alone", async () => {
  const ended = runner("guarded-2", "await dismiss(); process.exit(0)");
  await once(ended, "exit");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const left = marked("guarded-2");
  for (const pid of left) process.kill(pid, "SIGKILL");
  expect(left.length).toBe(3);
});
