import type { FolderKind } from "./folders.ts";
import type { Usage } from "./processes.ts";
import type { Yardsticks } from "./yardsticks.ts";
import { median } from "../quantile.ts";

export interface Taken extends Usage {
  readonly seconds: number;
}

export interface Measured {
  readonly kind: FolderKind;
  readonly files: number;
  readonly bytes: number;
  readonly own: Taken;
  /** What each peer or limit took for the same bytes, by name. */
  readonly peers: Readonly<Record<string, Taken>>;
  readonly yardsticks: Yardsticks;
}

const middle = (taken: readonly Taken[]): Taken =>
  taken.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(taken.length / 2)]!;

/** The median of several rounds, line by line. */
export function medianOf(rounds: readonly Measured[]): Measured {
  const [first] = rounds;
  const peers = Object.keys(first!.peers).map(
    (name) => [name, middle(rounds.map((round) => round.peers[name]!))] as const,
  );
  const yardsticks = {
    cp: median(rounds.map((round) => round.yardsticks.cp)),
    zstd: median(rounds.map((round) => round.yardsticks.zstd)),
  };
  const own = middle(rounds.map((round) => round.own));
  return { ...first!, own, peers: Object.fromEntries(peers), yardsticks };
}

const MB = 1_000_000;
const WIDTHS = [30, 11, 11, 14, 12, 0];

const row = (cells: readonly string[]): string =>
  `  ${cells.map((cell, i) => cell.padEnd(WIDTHS[i]!)).join("")}`;

/** Prints one folder's figures; a ratio above 1 means that Swath was faster than the peer. */
export function printMeasured({ kind, files, bytes, own, peers }: Measured): void {
  const line = (name: string, { seconds, work }: Taken): string => {
    const { tab, browser, server, database, other } = work;
    const parts = { tab, browser, server, database, other };
    const largest = Object.entries(parts).filter(([, taken]) => taken >= 0.05);
    return row([
      name,
      `${seconds.toFixed(2)} s`,
      `${(bytes / MB / seconds).toFixed(0)} MB/s`,
      `${(files / seconds).toFixed(0)} files/s`,
      (seconds / own.seconds).toFixed(2),
      largest.map(([part, taken]) => `${part} ${taken.toFixed(1)}`).join(", "),
    ]);
  };
  console.log(`\n${kind}: ${files} files, ${(bytes / MB).toFixed(0)} MB`);
  console.log(row(["", "time", "bytes", "files", "Swath / it", "processor seconds"]));
  console.log(line("Swath, chosen to DATA_READY", own));
  for (const [name, taken] of Object.entries(peers)) console.log(line(name, taken));
  const { tab, browser, server } = own.memory;
  const [t, b, s] = [tab, browser, server].map((peak) => `${(peak / MB).toFixed(0)} MB`);
  console.log(`  peak memory: tab ${t}, whole browser ${b}, server ${s}`);
}
