import { asksForHelp } from "../../tools/help.mjs";
import { readOptions, USAGE } from "./read-options.ts";
import { KINDS, runFaults } from "./run-faults.ts";
import { readUploadOptions, UPLOAD_USAGE } from "./upload/read-upload-options.ts";
import { runUploadFaults } from "./upload/run-upload-faults.ts";

const USAGES = `${USAGE}\nKinds: ${KINDS.map(({ name }) => name).join(", ")}\n\n${UPLOAD_USAGE}`;

/** What the words ask for; undefined where they are no valid command. */
function campaign(words: readonly string[]): (() => Promise<boolean>) | undefined {
  if (words[0] === "upload") {
    const options = readUploadOptions(words.slice(1));
    return options && (() => runUploadFaults(options));
  }
  const options = readOptions(words);
  return options && (() => runFaults(options));
}

const words = process.argv.slice(2);
const run = campaign(words);
if (asksForHelp(words)) console.log(USAGES);
else if (run === undefined) {
  console.error(USAGES);
  process.exitCode = 2;
} else process.exit((await run()) ? 0 : 1);
