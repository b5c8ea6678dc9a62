// npm start: installs and builds what is missing, then runs the server with its worker.
// Runs on Node 20 and newer, without any package. Logs go to SWATH_DATA/logs.
import { join, resolve } from "node:path";
import { buildWeb } from "./build-web.mjs";
import { follow } from "./follow.mjs";
import { answerHelp } from "./help.mjs";
import { install } from "./install.mjs";
import { projectNode } from "./project-node.mjs";

const root = resolve(import.meta.dirname, "..");
answerHelp(import.meta.filename, process.argv.slice(2));
install();
const node = projectNode();
buildWeb(node);
const data = process.env.SWATH_DATA || join(root, "data");
const main = join(root, "apps/server/src/main.ts");
// V8 lets its youngest objects grow to two spaces of 32 MB, whatever is left of them.
const flags = ["--max-semi-space-size=8"];
follow(node, [...flags, main, "serve", "--with-worker"], {
  // The channel tells the server when this process is gone, however it ended.
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  env: {
    ...process.env,
    SWATH_DATA: data,
    SWATH_LOG_FILE: process.env.SWATH_LOG_FILE || join(data, "logs", "swath.log"),
  },
});
