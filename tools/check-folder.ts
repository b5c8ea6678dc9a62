import { checkCommand } from "./folder/check-command.ts";

const { status, output, error } = await checkCommand(process.argv.slice(2));
if (output !== undefined) console.log(output);
if (error !== undefined) console.error(error);
process.exitCode = status;
