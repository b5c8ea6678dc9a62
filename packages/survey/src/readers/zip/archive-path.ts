/** A name as a path below the archive's root, or undefined where it leads out of it. */
export function pathInside(name: string): string | undefined {
  const steps = name.replaceAll("\\", "/").split("/");
  return steps.includes("..")
    ? undefined
    : steps.filter((step) => step !== "" && step !== ".").join("/");
}

/** Whether it is one of the attribute files that macOS adds: no documents. */
export const isMacCopy = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._)/.test(path);
