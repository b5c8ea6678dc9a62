// Runs a TypeScript file of the project with the project's own Node. Runs on Node 20 and newer.
//   node tools/run.mjs FILE [WORDS …]
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { install } from "./install.mjs";
import { follow } from "./follow.mjs";
import { answerHelp } from "./help.mjs";
import { projectNode } from "./project-node.mjs";

const [file = "", ...words] = process.argv.slice(2);
if (!existsSync(resolve(file))) {
  console.error(`There is no ${file || "file to run"}.`);
  process.exit(1);
}
answerHelp(file, words);
install();
follow(projectNode(), [file, ...words], { stdio: "inherit" });
