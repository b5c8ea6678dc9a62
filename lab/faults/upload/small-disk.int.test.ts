import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { SmallDisk } from "./small-disk.ts";

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const PIECE = Buffer.alloc(262_144);

test.runIf(isRoot)(
  "a disk that is filled takes no piece, and takes it again afterwards",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "swath-small-disk-"));
    const disk = SmallDisk.mount(folder);
    onTestFinished(() => {
      disk?.unmount();
      rmSync(folder, { recursive: true });
    });
    const write = (name: string): void => writeFileSync(join(folder, name), PIECE);
    write("before");
    const filled = disk?.fill(0);
    expect(() => write("meanwhile")).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    expect(await filled).toBe(true);
    expect(() => write("after")).not.toThrow();
  },
);
