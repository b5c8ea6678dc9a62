// Measures how many planted faults (mutants) the unit tests of an area find; see docs/testing.md.
//   npm run mutation -- contract | survey | engine | moves [FILES TO MUTATE …]
import { resolve } from "node:path";
import { follow } from "./follow.mjs";
import { install } from "./install.mjs";
import { AREAS } from "./mutation/areas.mjs";
import { projectNode } from "./project-node.mjs";

const [area, ...files] = process.argv.slice(2);
if (AREAS[area] === undefined) {
  console.error(`usage: npm run mutation -- ${Object.keys(AREAS).join(" | ")} [FILES …]`);
  process.exit(2);
}
install();
install(resolve(import.meta.dirname, "mutation"));
follow(projectNode(), ["tools/mutation/run-stryker.mjs", area, ...files], { stdio: "inherit" });
