import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest Node that runs the server: it reads TypeScript and decodes Zstandard. */
const OLDEST = [24, 15];

const root = fileURLToPath(new URL("..", import.meta.url));
const own = resolve(root, "node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node");

/** Path of the Node that the project brings, else of this one; exits with one line where both are too old. */
export function projectNode() {
  for (const path of [own, process.execPath]) {
    if (!existsSync(path)) continue;
    const { stdout } = spawnSync(path, ["-p", "process.versions.node"], { encoding: "utf8" });
    const [major, minor] = (stdout ?? "").trim().split(".").map(Number);
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return path;
  }
  console.error(
    `Swath needs Node ${OLDEST.join(".")} or newer; the project brings none for this machine.`,
  );
  return process.exit(1);
}
