import { spawn } from "node:child_process";
import { accessSync, constants as files, statSync } from "node:fs";
import { constants, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { isBuilt, noteBuild } from "./build-web.mjs";
import { isInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** What npm and Vite may take to end. */
const END_MS = 5_000;

function isWritable(folder) {
  try {
    accessSync(folder, files.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Who this process is, in words; in containers its number may have no name. */
function ownName() {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid()}`;
  }
}

/** Why this user can prepare nothing here, and what to do. */
function refusal() {
  const owner = statSync(root).uid;
  const who = owner === process.getuid?.() ? "this user" : `user ${owner}, whom it belongs to`;
  return (
    `Swath is not installed and built in ${root}, and ${ownName()} may not write there: ` +
    `run npm start once where it can be written, as ${who}, or use a release's archive.`
  );
}

/** Runs a program with all that it starts in one group, which a signal ends; its exit code. */
function runGroup(words) {
  const isGroup = process.platform !== "win32";
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "inherit", "inherit"],
    detached: isGroup,
  });
  const { pid = 0 } = child;
  const send = (signal) => {
    try {
      process.kill(isGroup ? -pid : pid, signal);
    } catch {
      // It has ended.
    }
  };
  let asked;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      asked ??= signal;
      send("SIGTERM");
      setTimeout(() => send("SIGKILL"), END_MS).unref();
    });
  return new Promise((done) => {
    child.on("exit", (code) => {
      if (asked !== undefined) process.exit(128 + constants.signals[asked]);
      for (const signal of SIGNALS) process.removeAllListeners(signal);
      done(code ?? 1);
    });
  });
}

/** Installs and builds what is missing; ends the program, with a line that says why, where that fails. */
export async function prepare() {
  if (isInstalled(root) && isBuilt()) return noteBuild();
  if (!isWritable(root)) {
    console.error(refusal());
    process.exit(1);
  }
  const code = await runGroup([fileURLToPath(new URL("prepare.mjs", import.meta.url))]);
  if (code !== 0) process.exit(code);
}
