import { expect, test } from "vitest";
import type { ComputeSubject } from "./compute-subject.ts";
import { MIB } from "./run-of.ts";

const sh = (script: string): string[] => ["/bin/sh", "-c", script, "sh", "{out}", "{work}"];
const NODE = process.execPath;

/** Grows by 16 MiB at a time until something ends it. */
const GROWS = `const all = []; setInterval(() => all.push(Buffer.alloc(${16 * MIB}, 1)), 20)`;

/** How tasks end, each told apart. */
export function endings(get: () => ComputeSubject): void {
  test("failed, with its exit code, the files that it names, and the results of the others", async () => {
    const script = 'echo "ERROR a/b.laz: bad header: 3" >&2; echo good > "$1/good"; exit 1';
    const { ending, exitCode, errors, outputs } = await get().ended({ command: sh(script) });
    expect({ ending, exitCode }).toEqual({ ending: "failed", exitCode: 1 });
    expect(errors).toEqual([{ file: "a/b.laz", message: "bad header: 3" }]);
    expect(outputs.map(({ path }) => path)).toEqual(["good"]);
  });

  test("failed, with its last line where it names no file", async () => {
    const { ending, exitCode, errors } = await get().ended({
      command: sh("echo first >&2; echo 'no such sensor' >&2; exit 42"),
    });
    expect({ ending, exitCode }).toEqual({ ending: "failed", exitCode: 42 });
    expect(errors).toEqual([
      { file: "task-0", message: "the program ended with exit code 42: no such sensor" },
    ]);
  });

  test("failed, where there is no such program", async () => {
    const { ending, errors } = await get().ended({ command: ["/no/such/program"] });
    expect(ending).toBe("failed");
    expect(errors[0]?.message).toBe("the program was not found");
  });

  test("signalled, where something killed its program", async () => {
    const { ending, signal } = await get().ended({ command: sh("kill -SEGV $$") });
    expect({ ending, signal }).toEqual({ ending: "signalled", signal: "SIGSEGV" });
  });

  test("out of time, with the children that it left behind", async () => {
    const run = await get().submit({
      command: sh("setsid sleep 300 & (trap '' TERM; sleep 300) & sleep 300"),
      seconds: 1,
    });
    await get().until(run, "ended");
    const { ending, errors } = await get().result(run);
    expect(ending).toBe("outOfTime");
    expect(errors[0]?.message).toBe("the program took longer than its 1 s");
    expect(get().processes(run)).toEqual([]);
  });

  test("out of memory, where its processes hold more than it may", async () => {
    const { ending, errors, peakMemoryBytes } = await get().ended({
      command: sh(`${NODE} -e '${GROWS}' & wait`),
      memoryBytes: 256 * MIB,
    });
    expect(ending).toBe("outOfMemory");
    expect(errors[0]?.message).toBe("the program used more than its 256 MB of memory");
    expect(peakMemoryBytes).toBeGreaterThan(256 * MIB);
  });

  test("out of disk, where its program finds no room", async () => {
    const { ending } = await get().ended({ command: sh("exec cat /bin/sh > /dev/full") });
    expect(ending).toBe("outOfDisk");
  });

  test("succeeded, whatever it prints, with a bounded log", async () => {
    const script = "yes 'ERROR a: b' | head -c 3000000 >&2; echo last";
    const run = await get().submit({ command: sh(script) });
    await get().until(run, "ended");
    const { ending, errors } = await get().result(run);
    expect(ending).toBe("succeeded");
    expect(errors.length).toBe(1_000);
    const log = await get().log(run);
    expect(log.length).toBeLessThan(MIB + 100);
    expect(log).toMatch(/\n\[ +19\d{5} bytes left out\]\n/);
    expect(log.endsWith("last\n")).toBe(true);
  });
}
