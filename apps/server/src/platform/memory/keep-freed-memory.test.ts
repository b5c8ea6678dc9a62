import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const BUFFERS = 30;
const ON_GLIBC = "glibcVersionRuntime" in (process.report.getReport() as { header: object }).header;

const PROGRAM = `
  import { freeMemory } from "./free-memory.ts";
  import { keepFreedMemory } from "./free-memory.ts";
  keepFreedMemory();
  const before = process.resourceUsage().minorPageFault;
  const held = [];
  for (let i = 0; i < ${BUFFERS}; i++) {
    held.push(Buffer.allocUnsafeSlow(8_388_609).fill(1));
    if (held.length > 1) held.splice(0).forEach(freeMemory);
  }
  console.log(process.resourceUsage().minorPageFault - before);
`;

test.runIf(ON_GLIBC)("large buffers that come and go are not faulted in anew", () => {
  const words = ["--input-type=module-typescript", "--eval", PROGRAM];
  const printed = execFileSync(process.execPath, words, { cwd: import.meta.dirname });
  // Two of them have 4,098 pages; all of them 61,470.
  expect(Number(printed)).toBeLessThan(10_000);
});
