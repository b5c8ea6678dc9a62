import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aloneCommand, reportedTests } from "./reported-tests.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** What a program of the tests has compiled, each next one reads: servers and commands start often. */
const NODE_COMPILE_CACHE = join(root, "node_modules/.cache/compiled");
const TICKS_PER_SECOND = 100;

/** Processor seconds of all programs that this one has seen end, with theirs; undefined but on Linux. */
function processorSeconds() {
  if (!existsSync("/proc/self/stat")) return undefined;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  // proc(5): cutime and cstime are fields 16 and 17; the first left here is 3.
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Runs a command; its output is shown as it comes, or, beside others, once it has ended. */
function run(node, words, { env, together }) {
  return new Promise((done) => {
    const stdio = together ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
    const child = spawn(node, words, { stdio, env, cwd: root });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += part));
    child.on("error", (error) => {
      console.error(String(error));
      done(1);
    });
    child.on("close", (code) => {
      if (text !== "" && code !== 0) process.stdout.write(text);
      done(code ?? 1);
    });
  });
}

const REPORTERS = {
  vitest: (path) => [
    "--reporter=./tools/testing/progress-reporter.ts",
    "--reporter=json",
    `--outputFile.json=${path}`,
  ],
  playwright: () => ["--reporter=line,json"],
};

/** Runs a command of a stage; answers `{ passed, skipped, red }`, each red thing with the command that repeats it. */
async function runCommand(node, { name, words, report, alone, env: more }, together) {
  const folder = mkdtempSync(join(tmpdir(), "swath-test-"));
  const path = join(folder, "report.json");
  // Read here, not once: the engines say where they are when they have started.
  const env = { ...process.env, ...more, NODE_COMPILE_CACHE, PLAYWRIGHT_JSON_OUTPUT_FILE: path };
  const code = await run(node, [...words, ...(REPORTERS[report]?.(path) ?? [])], { env, together });
  const tests = report === undefined ? undefined : reportedTests(report, path, root);
  rmSync(folder, { recursive: true });
  if (together) console.log(`${code === 0 ? "passed" : "FAILED"}  ${name}`);
  if (report === undefined && code === 0) return { passed: 1, skipped: 0, red: [] };
  const red = (tests?.red ?? []).map((test) => ({
    about: [test.file, test.name].filter(Boolean).join(" › "),
    command: aloneCommand(test),
    why: test.why,
  }));
  if (code !== 0 && red.length === 0)
    red.push({ about: name, command: alone ?? `node ${words.join(" ")}` });
  return { passed: tests?.passed ?? 0, skipped: tests?.skipped ?? 0, red };
}

const PLACES = 2;

/** Runs the commands of a stage, two at a time. */
export async function runStage(node, { commands }) {
  const began = { at: Date.now(), processor: processorSeconds() };
  const waiting = [...commands];
  const endings = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      endings.push(await runCommand(node, next, commands.length > 1));
  };
  await Promise.all(Array.from({ length: PLACES }, work));
  const sum = (key) => endings.reduce((total, ending) => total + ending[key], 0);
  return {
    passed: sum("passed"),
    skipped: sum("skipped"),
    red: endings.flatMap(({ red }) => red),
    seconds: (Date.now() - began.at) / 1000,
    processor: began.processor === undefined ? undefined : processorSeconds() - began.processor,
  };
}
