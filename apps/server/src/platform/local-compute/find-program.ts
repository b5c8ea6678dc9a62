import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Whether a program is found as `execvp` finds it: by its path where it has one, else in a list of folders. */
export async function findsProgram(name: string, path: string): Promise<boolean> {
  if (name.includes("/")) return isProgram(name);
  for (const folder of path.split(delimiter))
    if (folder !== "" && (await isProgram(join(folder, name)))) return true;
  return false;
}
