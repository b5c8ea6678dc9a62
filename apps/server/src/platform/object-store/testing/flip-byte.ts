import { execFileSync } from "node:child_process";
import { open, rm } from "node:fs/promises";

/** Changes a byte of a file as a failing disk does: its size and its times stay, to the nanosecond. */
export async function flipByte(path: string, at: number): Promise<void> {
  const times = `${path}.times`;
  execFileSync("touch", ["-r", path, times]);
  const file = await open(path, "r+");
  try {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0]! ^= 1;
    await file.write(byte, 0, 1, at);
  } finally {
    await file.close();
  }
  execFileSync("touch", ["-r", times, path]);
  await rm(times);
}
