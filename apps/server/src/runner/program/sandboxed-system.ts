import { randomInt } from "node:crypto";
import { constants } from "node:os";
import {
  describeSandbox,
  type FoundSandbox,
  type SandboxMode,
} from "../../platform/compute/find-sandbox.ts";
import { type SandboxWay, sandboxCommand } from "../../platform/compute/sandbox-command.ts";
import { shownPaths } from "../../platform/compute/shown-paths.ts";
import type { ProgramExit, ProgramStart, StartedProgram, System } from "./program-system.ts";

/** Numbers of users that systems give to nobody. */
const ACCOUNTS = { first: 1_879_048_192, count: 134_217_728 } as const;
/** Beside what its task may hold, a process reserves stacks of threads and a runtime's tables. */
const SPARE_BYTES = 1_073_741_824;
const REFUSED = 126;
/** What a shell adds to the signal that ended its program. */
const SIGNALLED = 128;

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** A sandbox's first process tells by its exit code which signal ended the program. */
function unwrapped(exit: ProgramExit): ProgramExit {
  const signal = SIGNALS.get((exit.exitCode ?? 0) - SIGNALLED);
  return signal === undefined ? exit : { ...exit, exitCode: null, signal };
}

function refused(program: ProgramStart, reason: string): StartedProgram {
  program.stderr(Buffer.from(`${reason}\n`));
  const exit = Promise.resolve({ exitCode: REFUSED, signal: null, cpuSeconds: 0 });
  return { pid: undefined, exit, listen: () => undefined, drain: () => Promise.resolve() };
}

const refusing = (system: System, reason: string): System => ({
  start: (program) => refused(program, reason),
  leftovers: () => system.leftovers(),
  changedAt: (path) => system.changedAt(path),
});

function confining(system: System, way: SandboxWay): System {
  const start = (program: ProgramStart): StartedProgram => {
    const { words, folder, bounds } = program;
    const { network, processes, memoryBytes, fileBytes, read, write, needed } = bounds;
    const wanted = { program: words[0] ?? "", network, read, write, needed };
    const found = shownPaths(wanted);
    if ("missing" in found)
      return refused(program, `its stage needs ${found.missing}, which is not on this machine`);
    const account = ACCOUNTS.first + randomInt(ACCOUNTS.count);
    const limits = { dataBytes: memoryBytes + SPARE_BYTES, fileBytes, processes, account };
    const confined = { words, folder, shown: found.shown, network, ...limits };
    const own = [...read, ...write];
    const started = system.start({ ...program, words: sandboxCommand(way, confined, own) });
    return { ...started, exit: started.exit.then(unwrapped) };
  };
  return {
    start,
    leftovers: () => system.leftovers(),
    changedAt: (path) => system.changedAt(path),
  };
}

/** Starts programs as a setting says: in the sandbox that was found, without one, or not at all. */
export function sandboxedSystem(
  system: System,
  mode: SandboxMode,
  { find, warn }: { readonly find: () => FoundSandbox; readonly warn: (words: string) => void },
): System {
  if (mode === "off") return system;
  const found = find();
  if ("way" in found) return confining(system, found.way);
  warn(`sandbox: ${describeSandbox(mode, found)}`);
  if (mode === "auto") return system;
  return refusing(
    system,
    `SWATH_SANDBOX requires a sandbox, and this machine has none: ${found.lacks}`,
  );
}
