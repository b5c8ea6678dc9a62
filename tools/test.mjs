// Runs the tests; the same here and in CI. Runs on Node 20 and newer.
//   npm test                       what guards a change: checks, unit, integration, browser, end-to-end roads
//   npm test -- FILE… [-t NAME]    the tests of files or folders, those of a name
//   npm test -- --changed [REF]    what an edit since REF (HEAD) reaches
//   npm run test:rest              all that npm test leaves out: long tests, the lab's, end to end, engines
//   npm run test:all               both
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildWeb } from "./build-web.mjs";
import { installBrowser } from "./chromium.mjs";
import { answerHelp } from "./help.mjs";
import { install } from "./install.mjs";
import { projectNode } from "./project-node.mjs";
import { runStage } from "./testing/run-stage.mjs";
import { RUNS, runOfChange, runOfFiles } from "./testing/stages.mjs";

function runOf(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { changed: { type: "boolean" }, name: { type: "string", short: "t" } },
  });
  const [first = "change", ...more] = positionals;
  if (values.changed) return runOfChange(positionals[0] ?? "HEAD");
  if (more.length === 0 && RUNS[first] !== undefined) return RUNS[first];
  return runOfFiles(positionals, values.name);
}

async function startEngines(stops) {
  const engines = [
    await import("./engines/ceph.mjs"),
    await import("./engines/slurm.mjs"),
    await import("./engines/promtool.mjs"),
  ];
  for (const { start } of engines) stops.push(start());
}

const seconds = (number) => `${Math.round(number)} s`;
const spent = ({ seconds: wall, processor }) =>
  `${seconds(wall)}${processor === undefined ? "" : `, ${seconds(processor)} of processor`}`;

function summary(endings) {
  const red = endings.flatMap((ending) => ending.red);
  const sum = (key) => endings.reduce((total, ending) => total + (ending[key] ?? 0), 0);
  console.log("\n== summary");
  for (const ending of endings)
    console.log(
      `${ending.red.length === 0 ? "passed" : "FAILED"}  ${ending.name}: ${ending.passed} passed, ` +
        `${ending.red.length} failed, ${ending.skipped} skipped; ${spent(ending)}`,
    );
  for (const { about, command, why = [] } of red)
    console.log([`\nred: ${about}`, command, ...why].join("\n     "));
  console.log(`\n${spent({ seconds: sum("seconds"), processor: sum("processor") })}`);
  console.log(`${sum("passed")} passed, ${red.length} failed`);
  return red.length;
}

async function main(words) {
  const { stages, needsPages, needsEngines } = runOf(words);
  install();
  const node = projectNode();
  if (needsPages) {
    installBrowser();
    // Once, not by each server that a test starts.
    buildWeb(node);
  }
  const stops = [];
  const endings = [];
  try {
    if (needsEngines) await startEngines(stops);
    for (const [at, stage] of stages.entries()) {
      console.log(`\n== ${at + 1} of ${stages.length}: ${stage.name}`);
      const ending = { name: stage.name, ...(await runStage(node, stage)) };
      endings.push(ending);
      console.log(`== ${ending.red.length === 0 ? "passed" : "FAILED"} in ${spent(ending)}`);
    }
  } finally {
    for (const stop of stops) stop();
  }
  process.exitCode = summary(endings) === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
answerHelp(fileURLToPath(import.meta.url), words);
await main(words);
