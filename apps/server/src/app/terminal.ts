/** Where a command of the program prints, and how it is stopped. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  print(line: string): void;
  printError(line: string): void;
  /** Resolves when the person, or the parent process, wants the program to end. */
  readonly stopped: Promise<void>;
}
