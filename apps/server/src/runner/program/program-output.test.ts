import { expect, test } from "vitest";
import { ProgramOutput } from "./program-output.ts";

const output = () => new ProgramOutput("/no/such/folder/progress");

test("errors are read from whole lines, however their bytes arrive", () => {
  const read = output();
  const bytes = Buffer.from(
    "noise\nERROR häßlich.laz: truncated: at 12\nERROR without message\nERROR b: x",
  );
  for (const byte of bytes) read.stderr(Buffer.of(byte));
  read.end();
  expect(read.errors).toEqual([
    { file: "häßlich.laz", message: "truncated: at 12" },
    { file: "b", message: "x" },
  ]);
  expect(read.lastLine).toBe("ERROR b: x");
});

test("neither a line without end nor errors without end take memory", () => {
  const read = output();
  for (let i = 0; i < 1_000; i++) read.stderr(Buffer.alloc(65_536, "x"));
  read.stderr(Buffer.from("\n"));
  expect(read.lastLine.length).toBe(8_192);
  for (let i = 0; i < 2_000; i++) read.stderr(Buffer.from(`ERROR ${i}: ${"y".repeat(5_000)}\n`));
  expect(read.errors.length).toBe(1_000);
  expect(read.errors[0]?.message.length).toBe(2_000);
});

test.each([
  ["FATAL ERROR: Reached heap limit - JavaScript heap out of memory", "reportsNoMemory"],
  ["terminate called after throwing an instance of 'std::bad_alloc'", "reportsNoMemory"],
  ["cat: write error: No space left on device", "reportsFullDisk"],
  ["Error: ENOSPC: no space left on device, write", "reportsFullDisk"],
] as const)("%s is understood", (line, fact) => {
  const read = output();
  read.stderr(Buffer.from(`${line}\n`));
  expect({ memory: read.reportsNoMemory, disk: read.reportsFullDisk }).toEqual({
    memory: fact === "reportsNoMemory",
    disk: fact === "reportsFullDisk",
  });
});
