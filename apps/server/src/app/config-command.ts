import { resultOf, type Trial, trialsOf } from "./config-trials.ts";
import { readConfig } from "./config/read-config.ts";
import { SETTINGS } from "./config/settings.ts";
import { unknownSettings } from "./config/unknown-settings.ts";
import { InvalidConfig, type SettingFault } from "./config/value-schemas.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const PAGE = "docs/operations/settings.md";
const areas = new Map(SETTINGS.map(({ name, area }) => [name, area]));

/** The section of the reference that describes a variable. */
function pageOf(name: string): string {
  const area = areas.get(name.replace(/\..*$/, "").replace(/_FILE$/, ""));
  return area === undefined ? PAGE : `${PAGE}#${area.toLowerCase().replaceAll(" ", "-")}`;
}

const faultLine = ({ name, value, reason }: SettingFault): string =>
  `WRONG    ${name}${value === undefined ? "" : `=${value}`} ${reason} (${pageOf(name)})`;

function unknownLines(terminal: Terminal): string[] {
  return unknownSettings(terminal.environment).map(({ name, meant }) => {
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    return `UNKNOWN  ${name} is no setting${hint} (${PAGE})`;
  });
}

interface Read {
  readonly trials: readonly Trial[];
  readonly faults: readonly string[];
}

function read(terminal: Terminal): Read {
  try {
    return { trials: trialsOf(readConfig(terminal.environment)), faults: [] };
  } catch (error) {
    if (error instanceof InvalidConfig) return { trials: [], faults: error.faults.map(faultLine) };
    if (error instanceof StartProblem) return { trials: [], faults: [`WRONG    ${error.message}`] };
    throw error;
  }
}

/**
 * Checks the whole configuration and changes nothing: every variable, and, where all of them can be read,
 * the connections that they name. Prints a line for each; the exit code is 1 where one is wrong.
 */
export async function checkFromCommandLine(terminal: Terminal): Promise<number> {
  const { trials, faults } = read(terminal);
  const lines = [...faults, ...unknownLines(terminal)];
  for (const line of lines) terminal.printError(line);
  let wrong = lines.length;
  for (const trial of trials) {
    const result = await resultOf(trial);
    if (result.ok) terminal.print(`ok       ${trial.setting}: ${result.found}`);
    else {
      wrong++;
      terminal.printError(`WRONG    ${trial.setting}: ${result.why} (${pageOf(trial.setting)})`);
    }
  }
  const set = SETTINGS.filter(({ name }) => (terminal.environment[name] ?? "") !== "").length;
  terminal.print(`${set} of ${SETTINGS.length} settings are set; ${wrong} wrong.`);
  if (faults.length > 0) terminal.print("Connections are tried once every setting can be read.");
  return wrong === 0 ? 0 : 1;
}
