import { sampleCommand } from "./sample/sample-command.ts";

const { output, failure } = await sampleCommand(process.argv.slice(2));
for (const line of output) console.log(line);
if (failure !== undefined) {
  console.error(failure);
  process.exitCode = 1;
}
