import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { MARK } from "../platform/local-compute/marked-processes.ts";

/**
 * Waits on a pipe whose other end the runner alone holds. It ends with the word `done`; without it the
 * runner was killed, and what carries its mark is killed too, until nothing does.
 */
const GUARD = `
read -r word && [ "$word" = done ] && exit 0
for round in 1 2 3 4 5 6 7 8 9 10; do
  left=$(grep -lzs "^${MARK}=.*/$1$" /proc/[0-9]*/environ)
  [ -n "$left" ] || exit 0
  for path in $left; do pid=\${path#/proc/}; kill -9 "\${pid%/environ}"; done
  sleep 0.1
done`;

/** What survives a runner and ends what it leaves behind, should it be killed. */
export interface Guard {
  /** This runner, and no other one, for the marks of its processes. */
  readonly runner: string;
  readonly dismiss: () => Promise<void>;
}

/** Starts a runner's guard: on machines without control groups nothing else would end such processes. */
export function startGuard(runner: string = randomUUID()): Guard {
  const guard = spawn("/bin/sh", ["-c", GUARD, "sh", runner], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
  });
  // Where there is no shell, or it was killed, the runner goes on without.
  guard.once("error", () => undefined);
  guard.stdin.once("error", () => undefined);
  guard.unref();
  const dismiss = () => new Promise<void>((resolve) => guard.stdin.end("done\n", () => resolve()));
  return { runner, dismiss };
}
