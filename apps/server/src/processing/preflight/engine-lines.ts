import { formatBytes } from "@swath/contract/bytes";
import type { PreflightLine, StageFile } from "@swath/contract/processing";
import type { Capacity, EngineNode } from "../../platform/compute/compute-engine.ts";
import { line, type EngineFacts } from "./preflight-facts.ts";

const MB = 1_048_576;
const NAMES: Readonly<Record<EngineFacts["kind"], string>> = {
  local: "this machine",
  slurm: "Slurm",
};

/** The stage's program: found where tasks are executed. */
export function programLine({ kind, program }: EngineFacts): PreflightLine {
  const { name, found } = program;
  if (found === true) return line("program", "ok", `Its program is found: ${name}`);
  if (found === null)
    return line("program", "unknown", `Whether the nodes have ${name} is seen there alone`);
  return line(
    "program",
    "blocking",
    `Its program ${name} is not found on ${NAMES[kind]}`,
    "Ask the machine's operator to install it; every task would fail without it.",
  );
}

const fits = ({ cpus, memoryMB, feature }: StageFile["resources"], node: EngineNode): boolean =>
  node.cpus >= cpus &&
  node.memoryBytes >= memoryMB * MB &&
  (feature === undefined || node.features === null || node.features.includes(feature));

const processors = (count: number): string => `${count} processor${count === 1 ? "" : "s"}`;

const wanted = ({ cpus, memoryMB, feature }: StageFile["resources"]): string =>
  `${processors(cpus)} and ${formatBytes(memoryMB * MB)}${feature === undefined ? "" : `, ${feature}`}`;

/** The resources of a task, compared with the whole capacity of the engine. */
export function resourceLine(
  resources: StageFile["resources"],
  { kind, capacity }: EngineFacts,
): PreflightLine {
  const each = `A task takes ${wanted(resources)}`;
  if (capacity === undefined)
    return line(
      "resources",
      "unknown",
      `${each}; the compute engine did not answer`,
      "The order waits until it does.",
    );
  const up = capacity.nodes.filter((node) => node.up);
  if (up.length === 0)
    return line(
      "resources",
      "blocking",
      "No node is up",
      "The order waits until one is; ask the operator.",
    );
  const there = `${each}; ${has(kind, up, capacity)}`;
  if (up.some((node) => fits(resources, node))) return line("resources", "ok", there);
  // On one machine a task that wants more than there is runs alone (compute/E1).
  if (kind === "local") return line("resources", "warning", `${there}. Its tasks run one by one`);
  const later = capacity.nodes.some((node) => !node.up && fits(resources, node));
  return line(
    "resources",
    "blocking",
    `${each}; no node that is up has that`,
    later
      ? "A node that is down has; the order waits for it."
      : "The order would wait for ever: its stage file asks for too much.",
  );
}

function has(kind: EngineFacts["kind"], up: readonly EngineNode[], { nodes }: Capacity): string {
  const cpus = up.reduce((sum, node) => sum + node.cpus, 0);
  const memory = up.reduce((sum, node) => sum + node.memoryBytes, 0);
  const who =
    kind === "local" ? "this machine has" : `${up.length} of ${nodes.length} nodes up have`;
  return `${who} ${processors(cpus)} and ${formatBytes(memory)}`;
}
