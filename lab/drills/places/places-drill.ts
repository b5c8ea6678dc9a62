// `npm start` in odd places: any Node from 20, a path with blanks and umlauts, a read-only checkout of
// another user, no network, a data folder that cannot be written, a taken port, signals at every step.
//   npm run drills -- places [--node PROGRAM]
// As root on Linux. A line for each, and one of figures. Exit code 0 where all is as it should be.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, removeFolder, temporaryFolder } from "../../../e2e/swath.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const NOBODY = 65_534;
const MOST_SECONDS_TO_END = 10;
const READY_SECONDS = 120;
/** A signal after so many milliseconds of a start, from the first import to the pages. */
const SIGNALS_MS = [200, 800, 1_500, 2_500, 3_500, 5_000, 7_000, 9_000, 12_000];

interface Started {
  readonly output: () => string;
  readonly ended: Promise<unknown>;
  readonly kill: () => void;
}

/** Starts in a mount namespace, where the checkout is read-only, without any network but loopback. */
function start(place: string, node: string, settings: Readonly<Record<string, string>>): Started {
  const script = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && ip link set lo up && cd "$1/swath" &&
    exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$2" tools/start.mjs`;
  const words = ["--mount", "--net", "sh", "-c", script, "sh", place, node];
  const child = spawn("unshare", words, {
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    ended: once(child, "exit"),
    kill: () => void child.kill("SIGTERM"),
  };
}

async function says(started: Started, words: RegExp): Promise<boolean> {
  for (let waited = 0; waited < READY_SECONDS * 5; waited += 1) {
    if (words.test(started.output())) return true;
    await sleep(200);
  }
  return false;
}

async function secondsToEnd(started: Started): Promise<number> {
  const began = performance.now();
  started.kill();
  await started.ended;
  return (performance.now() - began) / 1000;
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.slice(0, 120) ?? "";

const settingsOf = async (data: string) => ({ SWATH_DATA: data, PORT: String(await freePort()) });

/** What a drill is tried with, and how it says what it saw. */
interface Ground {
  readonly place: string;
  readonly node: string;
  /** A folder of the user's own. */
  readonly own: string;
  readonly found: (isRight: boolean, line: string) => void;
}

/** A checkout of root's, with its packages, in a place with a blank and an umlaut. */
function makeGround(top: string, node: string, found: Ground["found"]): Ground {
  chmodSync(top, 0o755);
  const [place, own] = [join(top, "Ort mit ü"), join(top, "Daten ü")];
  for (const folder of [place, own]) mkdirSync(folder);
  execFileSync("git", ["clone", "--quiet", ROOT, join(place, "swath")]);
  execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(place, "swath/node_modules")]);
  chownSync(own, NOBODY, NOBODY);
  return { place, node, own, found };
}

/** A start that must end by itself, in words. */
async function refused({ place, node, found }: Ground, data: string | undefined, words: RegExp) {
  const started = start(place, node, data === undefined ? {} : await settingsOf(data));
  await started.ended;
  found(words.test(started.output()), `refused: ${lastLine(started.output())}`);
}

async function startsOnce(ground: Ground): Promise<void> {
  const { place, node, own, found } = ground;
  const data = join(own, "first");
  const running = start(place, node, await settingsOf(data));
  found(await says(running, /^Swath is ready at /m), `ready: ${lastLine(running.output())}`);
  await refused(ground, data, /^Swath already runs/);
  found((await secondsToEnd(running)) < MOST_SECONDS_TO_END, "it ends");
}

/** A signal in the midst of a start; how long the end took, in seconds. */
async function signalled({ place, node, own, found }: Ground, ms: number): Promise<number> {
  const data = join(own, `signal-${ms}`);
  const asked = start(place, node, await settingsOf(data));
  await sleep(ms);
  const seconds = await secondsToEnd(asked);
  const isLeft = existsSync(join(data, "postgres/postmaster.pid"));
  const isTrace = /\n\s+at /.test(asked.output());
  const left = isLeft ? ", PostgreSQL left" : "";
  found(
    seconds < MOST_SECONDS_TO_END && !isLeft && !isTrace,
    `a signal after ${ms} ms: ended in ${seconds.toFixed(1)} s${left}`,
  );
  return seconds;
}

/** Runs the drill; its line of figures, and whether all was right. */
export async function placesDrill(node: string, say: (line: string) => void) {
  const top = temporaryFolder("places");
  const rights: boolean[] = [];
  const ends: number[] = [];
  try {
    const ground = makeGround(top, node, (isRight, line) => {
      rights.push(isRight);
      say(`${isRight ? "right" : "WRONG"}  ${line}`);
    });
    await refused(ground, ground.own, /^Swath is not installed and built/);
    spawnSync(node, [join(ground.place, "swath/tools/prepare.mjs")], { stdio: "inherit" });
    await refused(ground, undefined, /^Swath cannot use .*read-only/);
    await startsOnce(ground);
    for (const ms of SIGNALS_MS) ends.push(await signalled(ground, ms));
  } finally {
    removeFolder(top);
  }
  const wrong = rights.filter((isRight) => !isRight).length;
  const longest = Math.max(...ends).toFixed(1);
  const line = `${rights.length} steps in odd places, ${wrong} not as they should be; the longest end took ${longest} s.`;
  return { line, isRight: wrong === 0 };
}
