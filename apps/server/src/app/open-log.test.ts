import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("a log that nobody reads holds nothing up", async () => {
  const program = join(import.meta.dirname, "testing/flood-log.ts");
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect((await once(child, "message"))[0]).toBe("goes on");
});

test.runIf(existsSync("/dev/full"))(
  "a log on a full disk neither ends the program nor keeps it from ending",
  async () => {
    const program = join(import.meta.dirname, "testing/full-log.ts");
    const child = spawn(process.execPath, [program], { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    expect((await once(child, "exit"))[0]).toBe(7);
  },
);
