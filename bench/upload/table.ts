import type { FolderKind } from "./folders.ts";
import type { PeakMemory } from "./processes.ts";

export interface Measured {
  kind: FolderKind;
  files: number;
  bytes: number;
  seconds: number;
  memory: PeakMemory;
  /** Seconds of each peer or limit for the same bytes, by name. */
  peers: Readonly<Record<string, number>>;
}

const MB = 1_000_000;
const column = (text: string, width: number): string => text.padEnd(width);

/** Prints one folder's figures; a ratio above 1 means that Swath was faster than the peer. */
export function printMeasured({ kind, files, bytes, seconds, memory, peers }: Measured): void {
  const line = (name: string, taken: number): string => {
    const rate = `${(bytes / MB / taken).toFixed(0)} MB/s`;
    const pace = `${(files / taken).toFixed(0)} files/s`;
    const ratio = (taken / seconds).toFixed(2);
    return `  ${column(name, 30)}${column(`${taken.toFixed(2)} s`, 12)}${column(rate, 12)}${column(pace, 14)}${ratio}`;
  };
  console.log(`\n${kind}: ${files} files, ${(bytes / MB).toFixed(0)} MB`);
  console.log(
    `  ${column("", 30)}${column("time", 12)}${column("bytes", 12)}${column("files", 14)}Swath / it`,
  );
  console.log(line("Swath, chosen to DATA_READY", seconds));
  for (const [name, taken] of Object.entries(peers)) console.log(line(name, taken));
  const [tab, browser, server] = [memory.tab, memory.browser, memory.server].map(
    (peak) => `${(peak / MB).toFixed(0)} MB`,
  );
  console.log(`  peak memory: tab ${tab}, whole browser ${browser}, server ${server}`);
}
