import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "../quantile.ts";

const run = promisify(execFile);

/** Processor seconds, user and system, of a program: what the shell's `times` says of its children. */
async function processorSeconds(words: readonly string[]): Promise<number> {
  const { stdout } = await run("sh", ["-ec", '"$@"; times', "sh", ...words]);
  const [, children = ""] = stdout.trimEnd().split("\n").slice(-2);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

export interface Yardsticks {
  /** Copies the files; processor seconds. */
  readonly cp: number;
  /** Decompresses them into files, as `zstd -3` compressed them before; the median of some times. */
  readonly zstd: number;
}

const ZSTD_RUNS = 3;

/** What this machine's own programs take for the same bytes; removes what they write. */
export async function measureYardsticks(place: string, source: string): Promise<Yardsticks> {
  const folder = join(place, "yardsticks");
  const [copied, packed, unpacked] = ["cp", "zst", "zstd-d"].map((name) => join(folder, name));
  mkdirSync(folder);
  const zstd = ["zstd", "-q", "-r", "--output-dir-mirror"];
  try {
    const cp = await processorSeconds(["cp", "-r", "--", source, copied!]);
    rmSync(copied!, { recursive: true });
    await run("zstd", ["-3", "-T0", ...zstd.slice(1), packed!, "--", source]);
    execFileSync("sync");
    const seconds: number[] = [];
    while (seconds.length < ZSTD_RUNS) {
      seconds.push(await processorSeconds([...zstd, unpacked!, "-d", "--", packed!]));
      rmSync(unpacked!, { recursive: true });
    }
    return { cp, zstd: median(seconds) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
