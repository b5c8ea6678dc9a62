import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * A step of a run: commands that go side by side. `report` names the runner whose report tells of its tests;
 * `alone` is the command that repeats it where it has none.
 */

const bin = (name) => `node_modules/${name}`;
/** Read by vitest.config.ts. */
const WITHOUT_LONG = { WITHOUT_LONG_TESTS: "1" };
const PROJECTS = ["unit", "int", "browser"];

const check = (name, words) => ({ name, words, alone: "npm run check" });
const vitest = (name, projects, ...words) => ({
  name,
  report: "vitest",
  words: [
    bin("vitest/vitest.mjs"),
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    ...words,
  ],
});
const playwright = (name, ...words) => ({
  name,
  report: "playwright",
  words: [bin("@playwright/test/cli.js"), "test", ...words],
});

const checks = (paths) => [
  check("format", [bin("oxfmt/bin/oxfmt"), "--check", ...(paths ?? ["."])]),
  check("lint", [
    bin("oxlint/bin/oxlint"),
    "--type-aware",
    "--max-warnings",
    "0",
    ...(paths ?? []),
  ]),
  // One checker a project: several infer the same types, each for itself.
  check("types", [bin("typescript/bin/tsc"), "-b", "--checkers", "1"]),
  // Installed by their bench alone.
  ...(existsSync("lab/bench/peers/node_modules")
    ? [check("types of the bench's peers", [bin("typescript/bin/tsc"), "-p", "lab/bench/peers"])]
    : []),
  check("unused code", [bin("knip/bin/knip.js")]),
];

const CHECK = { name: "format, lint, types, unused code", commands: checks() };
const one = (command) => ({ name: command.name, commands: [command] });

const short = (stage) => ({
  ...stage,
  commands: stage.commands.map((command) => ({ ...command, env: WITHOUT_LONG })),
});
const UNIT = short(one(vitest("unit tests", ["unit"])));
const INT = short(one(vitest("integration tests (PostgreSQL, stores)", ["int"])));
const BROWSER = short(one(vitest("browser tests (Chromium)", ["browser"])));
const ROADS_CONFIG = ["--config", "e2e/roads.config.ts"];
const ROADS = one(playwright("end-to-end roads", ...ROADS_CONFIG));
const CHANGE = [CHECK, UNIT, INT, BROWSER, ROADS];

const LAB = one(vitest("tests of the lab", ["lab"]));
const ENGINES_CONFIG = ["--config", "e2e/engines.config.ts"];
const ENGINES = [
  one(vitest("engine tests (Ceph, Slurm)", ["engine"])),
  one(playwright("end-to-end tests on Ceph", ...ENGINES_CONFIG)),
];
const REST = [
  one(vitest("long tests", PROJECTS, ".long.")),
  LAB,
  one(playwright("end-to-end tests")),
  ...ENGINES,
];

/** The runs, by their names: what guards a change, all else, both; and parts of them. */
export const RUNS = {
  check: { stages: [CHECK] },
  change: { stages: CHANGE, needsPages: true },
  rest: { stages: REST, needsPages: true, needsEngines: true },
  all: { stages: [...CHANGE, ...REST], needsPages: true, needsEngines: true },
  engines: { stages: ENGINES, needsPages: true, needsEngines: true },
  lab: { stages: [LAB], needsPages: true },
};

/** A name as it stands, for a runner that takes a pattern. */
const asPattern = (name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The tests of some files or folders, only those of a name where one is given. */
export function runOfFiles(paths, name) {
  const named = (option) => (name === undefined ? [] : [option, asPattern(name)]);
  const inEnd = paths.filter((path) => /^(\.\/)?e2e(\/|$)/.test(path));
  const onEngines = paths.filter((path) => path.endsWith(".engine.test.ts"));
  const others = paths.filter((path) => !inEnd.includes(path) && !onEngines.includes(path));
  const stages = [];
  if (others.length > 0)
    stages.push(one(vitest("tests", [...PROJECTS, "lab"], ...others, ...named("-t"))));
  if (onEngines.length > 0)
    stages.push(one(vitest("engine tests", ["engine"], ...onEngines, ...named("-t"))));
  const engines = inEnd.filter((path) => path.includes("e2e/engines"));
  const roads = inEnd.filter((path) => path.includes("e2e/roads"));
  const rest = inEnd.filter((path) => !engines.includes(path) && !roads.includes(path));
  const ends = [
    ["end-to-end roads", ROADS_CONFIG, roads],
    ["end-to-end tests", [], rest],
    ["end-to-end tests on Ceph", ENGINES_CONFIG, engines],
  ];
  for (const [title, config, files] of ends)
    if (files.length > 0) stages.push(one(playwright(title, ...config, ...files, ...named("-g"))));
  const isPure = paths.every((path) => /(?<!\.int|\.engine)\.test\.tsx?$/.test(path));
  return { stages, needsPages: !isPure, needsEngines: engines.length + onEngines.length > 0 };
}

const git = (...words) =>
  execFileSync("git", words, { encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");

/** Files that differ from a commit, new ones too. */
function changedFiles(since) {
  const differ = git("diff", "--name-only", "-z", "--diff-filter=d", since, "--");
  return [...differ, ...git("ls-files", "--others", "--exclude-standard", "-z")];
}

const CODE = /\.(ts|tsx|mjs)$/;
const PRODUCT = /^(apps|packages|migrations|e2e)\/(?!.*\.test\.tsx?$)/;

/** What an edit reaches: checks of the files changed, the tests that import them, the roads of a changed product. */
export function runOfChange(since) {
  const files = changedFiles(since);
  const code = files.filter((path) => CODE.test(path));
  const reaches = (name, project) =>
    short(one(vitest(name, [project], "--changed", since, "--passWithNoTests")));
  const commands = checks(code).filter(
    ({ name }) => code.length > 0 || !["format", "lint"].includes(name),
  );
  const isProduct = files.some((path) => PRODUCT.test(path));
  return {
    stages: [
      { ...CHECK, commands },
      reaches("unit tests", "unit"),
      reaches("integration tests (PostgreSQL, stores)", "int"),
      reaches("browser tests (Chromium)", "browser"),
      ...(isProduct ? [ROADS] : []),
    ],
    needsPages: true,
  };
}
