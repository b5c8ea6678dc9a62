import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

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
  /** Decompresses the files, which `zstd -3` compressed before, into files; processor seconds. */
  readonly zstd: number;
}

/** What this machine's own programs take for the same bytes; removes what they write. */
export async function measureYardsticks(
  place: string,
  files: readonly string[],
): Promise<Yardsticks> {
  const folder = join(place, "yardsticks");
  const [copied, packed, unpacked] = ["cp", "zst", "zstd-d"].map((name) => join(folder, name));
  for (const path of [copied!, packed!, unpacked!]) mkdirSync(path, { recursive: true });
  try {
    const cp = await processorSeconds(["cp", "--", ...files, copied!]);
    rmSync(copied!, { recursive: true });
    execFileSync("zstd", ["-3", "-q", "-T0", "--output-dir-flat", packed!, "--", ...files]);
    execFileSync("sync");
    const names = files.map((file) => join(packed!, `${basename(file)}.zst`));
    const zstd = await processorSeconds([
      ...["zstd", "-d", "-q", "--output-dir-flat", unpacked!, "--"],
      ...names,
    ]);
    return { cp, zstd };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
