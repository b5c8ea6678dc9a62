import { verifyCommand } from "./receipt/verify-command.ts";

const SHOWN_EVERY_MS = 250;
let shown = 0;

/** A line that is written over, on a terminal alone. */
function showProgress({ bytes, ofBytes }: { bytes: number; ofBytes: number }): void {
  const now = Date.now();
  if (!process.stderr.isTTY || now - shown < SHOWN_EVERY_MS) return;
  shown = now;
  const percent = Math.min(100, Math.floor((bytes / ofBytes) * 100));
  process.stderr.write(`\r\u001b[KReading the folder: ${percent} %`);
}

const { status, output, error } = await verifyCommand(process.argv.slice(2), showProgress);
if (shown > 0) process.stderr.write("\r\u001b[K");
if (output !== undefined) console.log(output);
if (error !== undefined) console.error(error);
process.exitCode = status;
