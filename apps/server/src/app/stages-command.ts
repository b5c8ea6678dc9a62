import { type StagesRead, readStages } from "../processing/stages/read-stages.ts";
import type { StageCatalogue } from "../processing/stages/stage-catalogue.ts";
import { showing } from "../platform/compute/shown-paths.ts";
import { type Config, readConfig } from "./config/read-config.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const faultLines = (read: StagesRead): string[] =>
  read.ok ? [] : read.faults.map(({ file, message }) => `${file}: ${message}`);

type Folders = Pick<Config, "stageFolders" | "dataFolder" | "runsFolder">;

/** Reads them all; a stage that wants to be shown the server's own folders is at fault. */
async function readAll({ stageFolders, dataFolder, runsFolder }: Folders): Promise<StagesRead> {
  const read = await readStages(stageFolders);
  if (!read.ok) return read;
  const faults = [...read.catalogue.stages.values()].flatMap(({ file: { name, sandbox } }) => {
    const path = showing([...sandbox.read, ...sandbox.write], [dataFolder, runsFolder]);
    const message = `sandbox: ${path} would show the server's data or runs to a program`;
    return path === undefined ? [] : [{ file: `${name}.stage.json`, message }];
  });
  return faults.length === 0 ? read : { ok: false, faults };
}

/** The installation's stages and templates; throws a StartProblem that names every fault. */
export async function openStages(folders: Folders): Promise<StageCatalogue> {
  const read = await readAll(folders);
  if (read.ok) return read.catalogue;
  throw new StartProblem(["Stages or templates are wrong:", ...faultLines(read)].join("\n"));
}

/** Validates the stages and templates of the installation; answers the exit code. */
export async function stagesFromCommandLine(terminal: Terminal): Promise<number> {
  const read = await readAll(readConfig(terminal.environment));
  for (const line of faultLines(read)) terminal.printError(line);
  if (!read.ok) return 1;
  const { stages, templates } = read.catalogue;
  for (const { file } of stages.values())
    terminal.print(`${file.name} ${file.version}: ${file.label}`);
  terminal.print(`${stages.size} stages and ${templates.size} templates are right.`);
  return 0;
}
