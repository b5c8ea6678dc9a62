const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The values of a command's placeholders that all tasks of a run share. */
export interface CommandFacts {
  readonly node: string;
  readonly stages: string;
  readonly sensor: string;
  readonly flight: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * Puts into a command what is the same for all tasks of its run. What each task has of its own
 * (`{input…}`, `{out}`, `{work}`, `{task}`) is left to the runner. What is put in is not read again.
 */
export function commandArguments(command: readonly string[], facts: CommandFacts): string[] {
  const { params, ...plain } = facts;
  const known = new Map<string, string>([
    ...Object.entries(plain),
    ...Object.entries(params).map(([name, value]) => [`param.${name}`, String(value)] as const),
  ]);
  return command.map((word) =>
    word.replaceAll(PLACEHOLDER, (whole, name: string) => known.get(name) ?? whole),
  );
}
