// Measures how many mutants the unit tests of an area find; see docs/measurements/mutation.md.
//   npm run mutation -- contract | survey | engine | moves [FILES TO MUTATE …]
import { resolve } from "node:path";
import { follow } from "../../tools/follow.mjs";
import { answerHelp } from "../../tools/help.mjs";
import { install } from "../../tools/install.mjs";
import { AREAS } from "./areas.mjs";
import { projectNode } from "../../tools/project-node.mjs";

answerHelp(import.meta.filename, process.argv.slice(2));
const [area, ...files] = process.argv.slice(2);
if (AREAS[area] === undefined) {
  console.error(`usage: npm run mutation -- ${Object.keys(AREAS).join(" | ")} [FILES …]`);
  process.exit(2);
}
install();
install(resolve(import.meta.dirname, "."));
follow(projectNode(), ["lab/mutation/run-stryker.mjs", area, ...files], { stdio: "inherit" });
