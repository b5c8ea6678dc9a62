import { expect, test } from "vitest";
import { sandboxedSystem } from "./sandboxed-system.ts";
import type { ProgramStart, System } from "./program-system.ts";

function underTest(exitCode = 0) {
  const started: (readonly string[])[] = [];
  const said: string[] = [];
  const system: System = {
    start: ({ words }) => {
      started.push(words);
      const exit = Promise.resolve({ exitCode, signal: null, cpuSeconds: 0 });
      return { pid: 1, exit, listen: () => undefined, drain: () => Promise.resolve() };
    },
    leftovers: () => "none",
    changedAt: () => 0,
  };
  const program: ProgramStart = {
    words: ["true"],
    folder: "/",
    environment: [],
    bounds: {
      memoryBytes: 1,
      fileBytes: 1,
      processes: 8,
      network: false,
      read: [],
      write: [],
      needed: { read: [], write: [] },
    },
    stdout: () => undefined,
    stderr: (chunk) => said.push(String(chunk)),
  };
  return { system, program, started, said };
}
const has = () => ({ way: "unshare" }) as const;
const lacks = { find: () => ({ lacks: "no unshare" }), warn: () => undefined };

test("where a sandbox is required and there is none, no program starts, and the reason is said", async () => {
  const { system, program, started, said } = underTest();
  const { exit } = sandboxedSystem(system, "required", lacks).start(program);
  expect((await exit).exitCode).toBe(126);
  expect(started).toEqual([]);
  expect(said.join("")).toContain("this machine has none: no unshare");
});

test("where a sandbox may be done without, programs start without, and that is said", () => {
  const { system, program, started } = underTest();
  const warned: string[] = [];
  const warn = (words: string): unknown => warned.push(words);
  sandboxedSystem(system, "auto", { ...lacks, warn }).start(program);
  expect(started).toEqual([["true"]]);
  expect(warned.join("")).toContain("no unshare");
});

test("where it is off, none is looked for", () => {
  const { system } = underTest();
  expect(sandboxedSystem(system, "off", { ...lacks, find: expect.unreachable })).toBe(system);
});

test.each([
  [137, { exitCode: null, signal: "SIGKILL" }],
  [3, { exitCode: 3, signal: null }],
])("an exit code %i of a sandbox tells how its program ended", async (code, expected) => {
  const { system, program } = underTest(code);
  const { exit } = sandboxedSystem(system, "required", { ...lacks, find: has }).start(program);
  expect(await exit).toMatchObject(expected);
});
