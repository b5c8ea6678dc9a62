import { advisoriesCommand } from "./supply/advisories-command.ts";

const { status, lines } = advisoriesCommand(process.argv.slice(2), Date.now());
for (const line of lines) console.log(line);
process.exitCode = status;
