import { createInterface } from "node:readline/promises";
import { plainLine } from "@swath/contract/plain-line";

/** What a command says and asks; nothing of it may act on the terminal but the one moving line. */
export interface Terminal {
  /** Whether a person sits before it, who can be asked. */
  readonly isInteractive: boolean;
  /** Says lines that stay. */
  say(text: string): void;
  /** Shows a line in place of the one before; does nothing where lines cannot be replaced. */
  show(line: string): void;
  /** Asks for yes or no; no where nobody answers. */
  confirm(question: string): Promise<boolean>;
}

const CLEAR = "\r\u001b[K";
const NARROW = 80;

/** The terminal of this process: what it says goes to stderr. */
export function processTerminal(): Terminal {
  const { stdin, stderr } = process;
  // The reader may go, as a pager or a closed window does; the command goes on.
  stderr.on("error", () => {});
  const moves = stderr.isTTY;
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write(CLEAR);
    shown = false;
  };
  return {
    isInteractive: stdin.isTTY && moves,
    say: (text) => {
      clear();
      stderr.write(`${text.split("\n").map(plainLine).join("\n")}\n`);
    },
    show: (line) => {
      if (!moves) return;
      stderr.write(`${CLEAR}${plainLine(line).slice(0, (stderr.columns || NARROW) - 1)}`);
      shown = true;
    },
    confirm: async (question) => {
      const lines = createInterface({ input: stdin, output: stderr });
      const closed = new Promise<string>((resolve) => {
        lines.once("close", () => resolve(""));
      });
      const answer = await Promise.race([lines.question(`${plainLine(question)} [y/N] `), closed]);
      lines.close();
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}

/** Puts out what was asked for, to be read or passed on: it goes to stdout. */
export function print(text: string): void {
  process.stdout.on("error", () => {});
  process.stdout.write(`${text}\n`);
}
