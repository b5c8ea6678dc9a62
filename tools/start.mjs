// npm start: installs and builds what is missing, then runs the server with its worker.
// Runs on Node 20 and newer, without any package. Logs go to SWATH_DATA/logs.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "./follow.mjs";
import { answerHelp } from "./help.mjs";
import { prepare } from "./prepared.mjs";
import { projectNode } from "./project-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
answerHelp(fileURLToPath(import.meta.url), process.argv.slice(2));
await prepare();
const data = process.env.SWATH_DATA || join(root, "data");
const main = join(root, "apps/server/src/main.ts");
// V8 lets its youngest objects grow to two spaces of 32 MB, whatever is left of them.
const flags = ["--max-semi-space-size=8"];
follow(projectNode(), [...flags, main, "serve", "--with-worker"], {
  // The channel tells the server when this process is gone, however it ended.
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  env: {
    ...process.env,
    SWATH_DATA: data,
    SWATH_LOG_FILE: process.env.SWATH_LOG_FILE || join(data, "logs", "swath.log"),
  },
});
