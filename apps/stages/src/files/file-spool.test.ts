import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { fileSpool } from "./file-spool.ts";

test.each([
  ["held", 1_000],
  ["written", 10],
])("parts are read as they were appended: %s", async (_, most) => {
  const folder = join(testFolder(), "spool");
  const spool = fileSpool(folder, most);
  const bytes = Uint8Array.from(Array(30).keys());
  await spool.append("a", bytes.subarray(0, 8));
  await spool.append("b", Uint8Array.of(99));
  await spool.append("a", bytes.subarray(8, 20));
  expect(await spool.read("a", 4, 12)).toEqual(bytes.subarray(4, 12));
  await spool.append("a", bytes.subarray(20));
  expect(await spool.read("a", 0, 40)).toEqual(bytes);
  expect(await spool.read("b", 0, 1)).toEqual(Uint8Array.of(99));
  expect(existsSync(folder)).toBe(most === 10);
  await spool.remove("a");
  expect(await spool.read("a", 0, 10)).toHaveLength(0);
  if (most === 10) expect(readdirSync(folder)).toEqual(["b"]);
  await spool.end();
  expect(existsSync(folder)).toBe(false);
});

test("what is appended may be changed afterwards", async () => {
  const spool = fileSpool(join(testFolder(), "spool"));
  const bytes = Uint8Array.of(1, 2);
  await spool.append("a", bytes);
  bytes.fill(0);
  expect(await spool.read("a", 0, 2)).toEqual(Uint8Array.of(1, 2));
});
