import type { Measured, Taken } from "./table.ts";

const GB = 1e9;
const WIDTHS = [30, 12, 12, 12, 14, 0];

const row = (cells: readonly string[]): string =>
  `  ${cells.map((cell, i) => cell.padEnd(WIDTHS[i]!)).join("")}`;

/**
 * Prints what the server takes of the processor for each GB of source bytes: up to the moment when all
 * has landed, and from there to DATA_READY. A ratio above 1 means that it took less than the program.
 */
export function printCosts({ bytes, own, peers, yardsticks }: Measured): void {
  const perGb = (seconds: number): string => (seconds / (bytes / GB)).toFixed(2);
  const line = (name: string, { serverBeforeMark: received, work }: Taken): void => {
    if (received === undefined) return;
    const rebuilt = work.server - received;
    const ratios = [yardsticks.cp, yardsticks.zstd].map((seconds) =>
      rebuilt > 0 ? (seconds / rebuilt).toFixed(2) : "",
    );
    console.log(row([name, ...[received, rebuilt, work.server].map(perGb), ...ratios]));
  };
  console.log("  processor seconds of the server per GB of source");
  console.log(row(["", "received", "rebuilt", "both", "cp / rebuilt", "zstd -d / rebuilt"]));
  line("Swath", own);
  for (const [name, taken] of Object.entries(peers)) line(name, taken);
  console.log(row(["cp", "", perGb(yardsticks.cp)]));
  console.log(row(["zstd -d", "", perGb(yardsticks.zstd)]));
}
