const PLACEHOLDER = /\{([^{}]*)\}/g;

/** What commands of stages name of this installation. */
export interface StagePrograms {
  readonly node: string;
  /** Folder of the default pipeline's programs. */
  readonly stages: string;
  /** Folders of PROJ's grids, with colons between them. */
  readonly grids: string;
}

/** What programs of a command are shown: with the folders of grids where the command names them. */
export function sandboxOf<Sandbox extends { readonly read: readonly string[] }>(
  sandbox: Sandbox,
  command: readonly string[],
  { grids }: Pick<StagePrograms, "grids">,
) {
  const isNamed = grids !== "" && command.some((word) => word.includes("{grids}"));
  return isNamed ? { ...sandbox, read: [...sandbox.read, ...grids.split(":")] } : sandbox;
}

/** The values of a command's placeholders that all tasks of a run share. */
export interface CommandFacts extends StagePrograms {
  readonly sensor: string;
  readonly flight: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** How many tasks of its run failed. */
  readonly failed: string;
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
