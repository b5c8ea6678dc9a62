import { earlierStages } from "@swath/contract/processing";
import type { StageCatalogue, StageFault } from "./stage-catalogue.ts";

/** Names of a cycle of stages, from and to the same one; undefined where there is none. */
function cycleFrom(start: string, { stages }: StageCatalogue): string[] | undefined {
  const seen = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    if (name === start && way.length > 0) return [...way, name];
    if (seen.has(name)) return undefined;
    seen.add(name);
    const stage = stages.get(name);
    for (const before of stage === undefined ? [] : earlierStages(stage.file)) {
      const found = walk(before, [...way, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, []);
}

function stageFaults(name: string, catalogue: StageCatalogue): string[] {
  const { file } = catalogue.stages.get(name)!;
  const missing = earlierStages(file)
    .filter((before) => !catalogue.stages.has(before))
    .map((before) => `there is no stage ${before}`);
  const cycle = cycleFrom(name, catalogue);
  return cycle === undefined ? missing : [...missing, `waits for itself: ${cycle.join(" ← ")}`];
}

function templateFaults(name: string, { stages, templates }: StageCatalogue): string[] {
  const { gps, lms, stages: others } = templates.get(name)!;
  const named = [gps, lms, ...others].filter((each) => each !== undefined);
  const missing = named
    .filter((each) => !stages.has(each))
    .map((each) => `there is no stage ${each}`);
  const twice = named.filter((each, index) => named.indexOf(each) !== index);
  return [...missing, ...twice.map((each) => `names ${each} twice`)];
}

const of = (file: string, messages: readonly string[]): StageFault[] =>
  messages.map((message) => ({ file, message }));

/** What is wrong among stages and templates that are each right by themselves. */
export function catalogueFaults(catalogue: StageCatalogue): StageFault[] {
  return [
    ...[...catalogue.stages.keys()].flatMap((name) =>
      of(`${name}.stage.json`, stageFaults(name, catalogue)),
    ),
    ...[...catalogue.templates.keys()].flatMap((name) =>
      of(`${name}.template.json`, templateFaults(name, catalogue)),
    ),
  ];
}
