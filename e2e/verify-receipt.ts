import { execFile } from "node:child_process";
import { ROOT } from "./swath.ts";

/** How a command ended, and what it said. */
interface Ended {
  readonly status: number;
  readonly text: string;
}

/** Compares a folder with a receipt, by the project's own command. */
export function verifyReceipt(receipt: string, folder: string, server: string): Promise<Ended> {
  const words = [
    "tools/run.mjs",
    "tools/receipt/verify-command.ts",
    receipt,
    folder,
    "--server",
    server,
  ];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { cwd: ROOT }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}
