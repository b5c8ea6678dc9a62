const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's quota is used up",
  EEXIST: "a file stands in its place",
  ENOTDIR: "part of the path is a file, no folder",
};

/** Of a folder with those it lies in: on a read-only file system Node says that there is none. */
const UNMADE: typeof REASONS = {
  ...REASONS,
  ENOENT: "no folder can be made there, as where the file system is read-only",
};

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** What the operating system refused a start to do with a file, as a sentence; undefined for all else. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return undefined;
  const isMade = "syscall" in error && error.syscall === "mkdir";
  const reason = (isMade ? UNMADE : REASONS)[text(error.code) ?? ""];
  const path = text(error.path);
  if (reason === undefined || path === undefined) return undefined;
  return (
    `Swath cannot use ${path}: ${reason}. Start it as the user whom its folders belong to, or give it ` +
    "a place in which this user may write, by SWATH_DATA or the setting that names this one."
  );
}
