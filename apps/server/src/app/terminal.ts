import { plainLine } from "@swath/contract/plain-line";

/** Where a command of the program prints, and how it is stopped. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  print(line: string): void;
  printError(line: string): void;
  /** Resolves when the person, or the parent process, wants the program to end. */
  readonly stopped: Promise<void>;
}

/** Prints lines without what would act on the terminal: names in them come from others. */
export function plainTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line) => terminal.print(plainLine(line)),
    printError: (line) => terminal.printError(plainLine(line)),
  };
}
