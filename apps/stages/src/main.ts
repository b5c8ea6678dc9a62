import { runProgram } from "./program.ts";
import { PROGRAMS } from "./programs/index.ts";

process.exitCode = await runProgram(PROGRAMS, process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
