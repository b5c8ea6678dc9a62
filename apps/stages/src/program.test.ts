import { expect, test } from "vitest";
import { z } from "zod";
import { FileFault, type Program, program, runProgram } from "./program.ts";

async function run(words: readonly string[], programs: Record<string, Program>) {
  const out: string[] = [];
  const err: string[] = [];
  const streams = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  return { code: await runProgram(new Map(Object.entries(programs)), words, streams), out, err };
}

const options = z.object({ in: z.string(), cell: z.coerce.number().positive().default(1) });

test("a program gets its options, negative numbers too, and exits 0", async () => {
  const given: unknown[] = [];
  const both = program(z.object({ in: z.string(), shift: z.coerce.number() }), async (it) => {
    given.push(it);
  });
  const { code } = await run(["both", "--in", "a b.las", "--shift=-2"], { both });
  expect(code).toBe(0);
  expect(given).toEqual([{ in: "a b.las", shift: -2 }]);
});

test("a file's error is one line and exit code 1; a recording of another maker is 3", async () => {
  const faulty = program(options, async (_, output) => output.error("a.las", "cut\noff"));
  expect(await run(["faulty", "--in", "x"], { faulty })).toMatchObject({
    code: 1,
    err: ["ERROR a.las: cut off"],
  });
  const foreign = program(options, async (_, output) => output.unsupported("a.range", "is theirs"));
  expect((await run(["foreign", "--in", "x"], { foreign })).code).toBe(3);
});

test("a file's error is one line although it is read twice", async () => {
  const twice = program(options, async (_, output) => {
    for (const file of ["a.las", "b.las", "a.las"]) output.error(file, "is cut off");
  });
  const err = ["ERROR a.las: is cut off", "ERROR b.las: is cut off"];
  expect(await run(["twice", "--in", "x"], { twice })).toMatchObject({ code: 1, err });
});

test("a fault that is thrown names its file; any other leaves its stack", async () => {
  const faulty = program(options, () => Promise.reject(new FileFault("b.las", "no points")));
  expect((await run(["faulty", "--in", "x"], { faulty })).err).toEqual(["ERROR b.las: no points"]);
  const bug = program(options, () => Promise.reject(new TypeError("oops")));
  const { code, err } = await run(["bug", "--in", "x"], { bug });
  expect(code).toBe(1);
  expect(err[0]).toContain("TypeError: oops");
});

test("wrong options, an unknown name and a bare word are errors", async () => {
  const none = program(options, async () => {});
  expect((await run(["none", "--cell", "0", "--in", "x"], { none })).err[0]).toContain("--cell");
  expect((await run(["other"], { none })).code).toBe(1);
  expect((await run(["none", "word"], { none })).code).toBe(1);
  expect((await run(["none", "--in"], { none })).code).toBe(1);
});

test("progress is a line for each percent at most", async () => {
  const slow = program(options, async (_, output) => {
    for (let step = 0; step <= 10_000; step += 1) output.progress(step / 10_000);
  });
  const { out } = await run(["slow", "--in", "x"], { slow });
  expect(out).toHaveLength(101);
  expect(out.at(-1)).toBe("progress 1.00");
});
