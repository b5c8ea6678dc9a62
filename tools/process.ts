import { readConfig } from "../apps/server/src/app/config/read-config.ts";
import { tokenFor } from "../apps/server/src/app/print-token.ts";
import { StartProblem } from "../apps/server/src/app/start-problem.ts";
import { plainLine } from "@swath/contract/plain-line";
import { asksForHelp } from "./help.mjs";
import { printPlan } from "./process/plan/print-plan.ts";
import { processOrRefuse } from "./process/process-flight.ts";
import { readOptions, readPlanOptions, USAGE } from "./process/read-options.ts";
import { Service } from "./process/service.ts";

/** Who orders in the demonstration. */
const ACCOUNT = "operator";

const output = {
  print: (line: string) => console.log(plainLine(line)),
  printError: (line: string) => console.error(plainLine(line)),
};

async function openService(): Promise<Service> {
  const { SWATH_URL: url, SWATH_TOKEN: token } = process.env;
  const config = readConfig(process.env);
  const origin = url === undefined ? config.publicUrl.origin : new URL(url).origin;
  return new Service(origin, token ?? (await tokenFor(config, ACCOUNT)));
}

const words = process.argv.slice(2);
const options = readOptions(words);
const planned = readPlanOptions(words);
if (asksForHelp(words)) output.print(USAGE);
else if (options === undefined && planned === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else
  try {
    process.exitCode =
      options === undefined
        ? await printPlan(openService, planned!, output)
        : await processOrRefuse(await openService(), options, output);
  } catch (error) {
    if (!(error instanceof StartProblem) && !(error instanceof TypeError)) throw error;
    output.printError(error.message);
    process.exitCode = 2;
  }
