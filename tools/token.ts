// Prints a bearer for an account of the demonstration, alone on the standard output.
//   npm run -s token -- ACCOUNT
import { readConfig } from "../apps/server/src/app/config/read-config.ts";
import { tokenFor } from "../apps/server/src/app/print-token.ts";
import { StartProblem } from "../apps/server/src/app/start-problem.ts";

const account = process.argv[2] ?? "";
try {
  console.log(await tokenFor(readConfig(process.env), account));
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
