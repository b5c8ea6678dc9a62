import { truthCommand } from "./truth-command.ts";

const { status, output, error } = truthCommand(
  process.argv.slice(2),
  process.env["INIT_CWD"] ?? process.cwd(),
);
if (output !== undefined) console.log(output);
if (error !== undefined) console.error(error);
process.exitCode = status;
