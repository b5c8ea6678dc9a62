import { type StagesRead, readStages } from "../modules/runs/stages/read-stages.ts";
import type { StageCatalogue } from "../modules/runs/stages/stage-catalogue.ts";
import { type Config, readConfig } from "./config/read-config.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const faultLines = (read: StagesRead): string[] =>
  read.ok ? [] : read.faults.map(({ file, message }) => `${file}: ${message}`);

/** The installation's stages and templates; throws a StartProblem that names every fault. */
export async function openStages({
  stageFolders,
}: Pick<Config, "stageFolders">): Promise<StageCatalogue> {
  const read = await readStages(stageFolders);
  if (read.ok) return read.catalogue;
  throw new StartProblem(["Stages or templates are wrong:", ...faultLines(read)].join("\n"));
}

/** Validates the stages and templates of the installation; answers the exit code. */
export async function stagesFromCommandLine(terminal: Terminal): Promise<number> {
  const { stageFolders } = readConfig(terminal.environment);
  const read = await readStages(stageFolders);
  for (const line of faultLines(read)) terminal.printError(line);
  if (!read.ok) return 1;
  const { stages, templates } = read.catalogue;
  for (const { file } of stages.values())
    terminal.print(`${file.name} ${file.version}: ${file.label}`);
  terminal.print(`${stages.size} stages and ${templates.size} templates are right.`);
  return 0;
}
