import { readOptions, USAGE } from "./faults/read-options.ts";
import { KINDS, runFaults } from "./faults/run-faults.ts";

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  console.error(`${USAGE}\nKinds: ${KINDS.map(({ name }) => name).join(", ")}`);
  process.exitCode = 2;
} else process.exit((await runFaults(options)) ? 0 : 1);
