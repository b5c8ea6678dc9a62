import { homedir } from "node:os";
import { join } from "node:path";

/** Where this user keeps settings of programs (XDG base directories; on Windows %APPDATA%). */
export function configFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: windows } = environment;
  const base = [xdg, process.platform === "win32" ? windows : undefined].find(
    (folder) => folder !== undefined && folder !== "",
  );
  return join(base ?? join(homedir(), ".config"), "swath");
}
