import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "./settings.ts";
import { InvalidConfig, type SettingFault } from "./value-schemas.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** No secret is longer; a name that leads to a large file is a mistake. */
const MOST_BYTES = 65_536;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

function read(name: string, path: string): string | SettingFault {
  const fault = (reason: string): SettingFault => ({ name, value: path, reason });
  try {
    if (statSync(path).size > MOST_BYTES)
      return fault(`names a file of more than ${MOST_BYTES} bytes`);
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return text === "" ? fault("names a file that is empty") : text;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return fault(`names a file that cannot be read: ${REASONS[code] ?? code}`);
  }
}

/** The file that holds a secret: named by `NAME_FILE`, or a credential of systemd called as the variable. */
function fileOf(name: string, environment: Environment): [name: string, path: string] | undefined {
  const named = environment[`${name}_FILE`];
  if (named !== undefined && named !== "") return [`${name}_FILE`, named];
  const folder = environment["CREDENTIALS_DIRECTORY"];
  if (folder === undefined || folder === "") return undefined;
  const path = join(folder, name);
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : [name, path];
}

/**
 * The environment with the secrets that files hold: those that `NAME_FILE` names, then credentials of
 * systemd (`LoadCredential=NAME:/path`), without the line's end. Throws {@link InvalidConfig} with each file that
 * cannot be read, and where a secret is given twice.
 */
export function withSecrets(environment: Environment): Environment {
  const faults: SettingFault[] = [];
  const found: Record<string, string> = {};
  for (const { name, isSecret } of SETTINGS) {
    const file = isSecret ? fileOf(name, environment) : undefined;
    if (file === undefined) continue;
    const isSet = environment[name] !== undefined && environment[name] !== "";
    const [by, path] = file;
    const secret =
      isSet && by !== name
        ? { name: by, value: path, reason: `is set beside ${name}: set one of them` }
        : read(by, path);
    if (typeof secret !== "string") faults.push(secret);
    else if (!isSet) found[name] = secret;
  }
  if (faults.length > 0) throw new InvalidConfig(faults);
  return { ...environment, ...found };
}
