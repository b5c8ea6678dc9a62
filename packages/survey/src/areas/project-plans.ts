const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/**
 * The flight plans of a project: those named `{projectId}…` (a longer id that begins alike is another
 * project's); where there are none, or no project is known, all.
 */
export function plansOfProject(
  paths: readonly string[],
  projectId: string | null | undefined,
): readonly string[] {
  if (projectId === null || projectId === undefined) return paths;
  const id = projectId.toLowerCase();
  const own = paths.filter((path) => {
    const name = nameOf(path);
    return name.startsWith(id) && !/^[a-z0-9]/.test(name.slice(id.length));
  });
  return own.length === 0 ? paths : own;
}
