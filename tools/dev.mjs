// npm run dev: the server restarts and the pages reload as their sources change.
// The pages stand at PORT (4680), the server behind them at PORT + 1.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildInfo, keepBuildInfo } from "./build-info.mjs";
import { buildUserGuide } from "./build-web.mjs";
import { follow } from "./follow.mjs";
import { answerHelp } from "./help.mjs";
import { install } from "./install.mjs";
import { projectNode } from "./project-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
answerHelp(fileURLToPath(import.meta.url), process.argv.slice(2));
install();
const node = projectNode();
buildUserGuide(node);
const port = Number(process.env.PORT || 4680);
// The pages come from Vite; the server reads of this folder what build they are.
const built = join(root, "node_modules/.cache/swath-dev");
keepBuildInfo(built, buildInfo(root, { branch: "develop" }));
const environment = {
  ...process.env,
  PORT: String(port + 1),
  SWATH_PUBLIC_URL: process.env.SWATH_PUBLIC_URL || `http://localhost:${port}`,
  SWATH_SERVER: `http://localhost:${port + 1}`,
  SWATH_WEB: process.env.SWATH_WEB || built,
  SWATH_LOG_LEVEL: process.env.SWATH_LOG_LEVEL || "warn",
};
const main = join(root, "apps/server/src/main.ts");
const server = spawn(node, ["--watch", "--watch-preserve-output", main, "serve", "--with-worker"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  env: environment,
});
process.on("exit", () => server.kill("SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 1));
const vite = join(root, "node_modules/vite/bin/vite.js");
follow(node, [vite, "--port", String(port), "--clearScreen", "false"], {
  cwd: join(root, "apps/web"),
  stdio: ["ignore", "inherit", "inherit"],
  env: environment,
});
