/** A line of a folder drawn as a tree. */
export interface TreeLine {
  /** From the base folder on. */
  readonly path: string;
  readonly name: string;
  /** Folders that it lies in. */
  readonly depth: number;
  readonly isFolder: boolean;
  /** The kind of a file. */
  readonly what: string | undefined;
  /** Whether the folder is not complete without it, or without what lies in it. */
  readonly isNeeded: boolean;
}

export interface TreeFile {
  /** Below the base folder. */
  readonly path: string;
  readonly what: string;
  readonly isNeeded: boolean;
}

/** Draws files as a tree: what is needed first, folders after files. */
export function treeOf(baseFolder: string, files: readonly TreeFile[]): readonly TreeLine[] {
  const base: TreeLine = {
    path: baseFolder,
    name: baseFolder,
    depth: 0,
    isFolder: true,
    what: undefined,
    isNeeded: true,
  };
  const below = files.map((file) => ({ ...file, steps: file.path.split("/") }));
  return [base, ...linesOf(below, base)];
}

interface Below extends TreeFile {
  /** What is left of its path. */
  readonly steps: readonly string[];
}

function linesOf(files: readonly Below[], above: TreeLine): readonly TreeLine[] {
  const depth = above.depth + 1;
  const own = files
    .filter(({ steps }) => steps.length === 1)
    .map(({ steps: [name = ""], what, isNeeded }): TreeLine => ({
      path: `${above.path}/${name}`,
      name,
      depth,
      isFolder: false,
      what,
      isNeeded,
    }));
  const folders = Map.groupBy(
    files.filter(({ steps }) => steps.length > 1),
    ({ steps: [name = ""] }) => name,
  );
  const inside = Array.from(folders, ([name, held]) => {
    const isNeeded = held.some((file) => file.isNeeded);
    const path = `${above.path}/${name}`;
    const folder: TreeLine = { path, name, depth, isFolder: true, what: undefined, isNeeded };
    const deeper = held.map((file) => ({ ...file, steps: file.steps.slice(1) }));
    return [folder, ...linesOf(deeper, folder)];
  });
  return [
    ...neededFirst(own, ({ isNeeded }) => isNeeded),
    ...neededFirst(inside, ([folder]) => folder?.isNeeded === true).flat(),
  ];
}

const neededFirst = <T>(of: readonly T[], isNeeded: (one: T) => boolean): readonly T[] =>
  of.toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
