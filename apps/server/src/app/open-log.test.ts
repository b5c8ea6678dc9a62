import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

test("a log that nobody reads holds nothing up", async () => {
  const program = join(import.meta.dirname, "testing/flood-log.ts");
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const message = await Promise.race([once(child, "message"), sleep(10_000, ["waits"])]);
  child.kill("SIGKILL");
  expect(message[0]).toBe("goes on");
}, 20_000);

test.runIf(existsSync("/dev/full"))(
  "a log on a full disk neither ends the program nor keeps it from ending",
  async () => {
    const program = join(import.meta.dirname, "testing/full-log.ts");
    const child = spawn(process.execPath, [program], { stdio: "ignore" });
    const exited = await Promise.race([once(child, "exit"), sleep(10_000, ["waits"])]);
    child.kill("SIGKILL");
    expect(exited[0]).toBe(7);
  },
  20_000,
);
