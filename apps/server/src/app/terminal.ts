/** Where a command of the program speaks, and is spoken to. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  print(line: string): void;
  complain(line: string): void;
  /** Resolves when the person, or the parent process, wants the program to end. */
  readonly stopped: Promise<void>;
}
