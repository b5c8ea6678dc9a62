// Every test of the project, in order of cost; the same here and in CI. Runs on Node 20 and newer.
//   npm test            format, lint, types, unused code, unit, integration, browser, end-to-end
//   npm run check       format, lint, types, unused code
//   npm run test:engines  the store's suite and an upload against Ceph, the compute engine's against Slurm
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildWeb } from "./build-web.mjs";
import { install } from "./install.mjs";
import { installBrowser } from "./install-browser.mjs";
import { projectNode } from "./project-node.mjs";

const bin = (name) => `node_modules/${name}`;
const vitest = (project) => [bin("vitest/vitest.mjs"), "run", "--project", project];
const playwright = (...words) => [bin("@playwright/test/cli.js"), "test", ...words];

const CHECKS = [
  ["format", [bin("oxfmt/bin/oxfmt"), "--check", "."]],
  ["lint", [bin("oxlint/bin/oxlint"), "--type-aware", "--max-warnings", "0"]],
  ["types", [bin("typescript/bin/tsc"), "-b"]],
  // Installed by their bench alone.
  ...(existsSync("lab/bench/peers/node_modules")
    ? [["types of the bench's peers", [bin("typescript/bin/tsc"), "-p", "lab/bench/peers"]]]
    : []),
  ["unused code", [bin("knip/bin/knip.js")]],
];
const STAGES = {
  check: CHECKS,
  all: [
    ...CHECKS,
    ["unit tests", vitest("unit")],
    ["integration tests", vitest("int")],
    ["browser tests", vitest("browser")],
    ["end-to-end tests", playwright()],
  ],
  engines: [
    ["engine tests", vitest("engine")],
    ["end-to-end tests on Ceph", playwright("--config", "e2e/engines.config.ts")],
  ],
};

/** What a program of the tests has compiled, each next one reads: servers and commands start often. */
const NODE_COMPILE_CACHE = resolve("node_modules/.cache/compiled");

function run(node, words) {
  return new Promise((done) => {
    // Read here, not once: the engines say where they are when they have started.
    const env = { ...process.env, NODE_COMPILE_CACHE };
    const child = spawn(node, words, { stdio: ["ignore", "pipe", "inherit"], env });
    let text = "";
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      text += chunk;
    });
    child.on("close", (code) => done({ code: code ?? 1, text }));
  });
}

/** Tests that a runner's closing lines count: Vitest's `Tests` line, Playwright's `N passed`. */
function counted(text) {
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/g, "");
  const closing = plain.match(/^\s*Tests\s.*$/gm)?.at(-1) ?? plain.slice(-2_000);
  const number = (word) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(closing)?.[1] ?? 0);
  return { passed: number("passed"), failed: number("failed") };
}

async function main(which) {
  const stages = STAGES[which];
  if (stages === undefined) throw new Error(`no such run: ${which}`);
  install();
  const node = projectNode();
  if (which !== "check") {
    installBrowser();
    // Once, not by each server that a test starts.
    buildWeb(node);
  }
  const stops = [];
  const total = { passed: 0, failed: 0 };
  try {
    if (which === "engines")
      for (const { start } of [
        await import("./engines/ceph.mjs"),
        await import("./engines/slurm.mjs"),
      ])
        stops.push(start());
    for (const [name, words] of stages) {
      console.log(`\n== ${name}`);
      const started = Date.now();
      const { code, text } = await run(node, words);
      const tests = counted(text);
      total.passed += tests.passed + (tests.passed + tests.failed === 0 && code === 0 ? 1 : 0);
      total.failed += Math.max(tests.failed, code === 0 ? 0 : 1);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`== ${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
      if (code !== 0) break;
    }
  } finally {
    for (const stop of stops) stop();
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main(process.argv[2] ?? "all");
