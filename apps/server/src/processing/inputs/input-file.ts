import type { RunTask } from "@swath/contract/processing";
import picomatch from "picomatch";

/** An object that tasks read, and where it stands below the folder of its input. */
export type InputFile = RunTask["inputs"][string][number];

/** Files by the name of the input that they are of. */
export type InputFiles = Readonly<Record<string, readonly InputFile[]>>;

/** The files whose paths a pattern matches; letters of either case, names with a dot first too. */
export function matching<F extends { readonly path: string }>(
  files: readonly F[],
  glob: string,
): F[] {
  const matches = picomatch(glob, { nocase: true, dot: true });
  return files.filter(({ path }) => matches(path));
}
