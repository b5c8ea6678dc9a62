// Measures how many mutants the unit tests of an area find; see docs/measurements/mutation.md.
//   npm run mutation -- contract | survey | engine | moves [--every N] [FILES TO MUTATE …]
import { fileURLToPath } from "node:url";
import { follow } from "../../tools/follow.mjs";
import { answerHelp } from "../../tools/help.mjs";
import { install } from "../../tools/install.mjs";
import { AREAS } from "./areas.mjs";
import { projectNode } from "../../tools/project-node.mjs";

answerHelp(fileURLToPath(import.meta.url), process.argv.slice(2));
const [area, ...files] = process.argv.slice(2);
if (AREAS[area] === undefined) {
  console.error(
    `usage: npm run mutation -- ${Object.keys(AREAS).join(" | ")} [--every N] [FILES …]`,
  );
  process.exit(2);
}
install();
install(fileURLToPath(new URL(".", import.meta.url)));
follow(projectNode(), ["lab/mutation/run-stryker.mjs", area, ...files], { stdio: "inherit" });
