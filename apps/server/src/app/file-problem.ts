const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's quota is used up",
  EEXIST: "a file stands in its place",
  ENOTDIR: "part of the path is a file, no folder",
};

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** What the operating system refused a start to do with a file, as a sentence; undefined for all else. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return undefined;
  const reason = REASONS[text(error.code) ?? ""];
  const path = text(error.path);
  if (reason === undefined || path === undefined) return undefined;
  return (
    `Swath cannot use ${path}: ${reason}. Start it as the user whom its folders belong to, or give it ` +
    "a place in which this user may write, by SWATH_DATA or the setting that names this one."
  );
}
