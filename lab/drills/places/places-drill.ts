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

/** Runs the drill; its line of figures, and whether all was right. */
export async function placesDrill(node: string, say: (line: string) => void) {
  const top = temporaryFolder("places");
  const place = join(top, "Ort mit ü");
  chmodSync(top, 0o755);
  let wrong = 0;
  let longest = 0;
  const found = (isRight: boolean, line: string): void => {
    if (!isRight) wrong += 1;
    say(`${isRight ? "right" : "WRONG"}  ${line}`);
  };
  try {
    mkdirSync(place);
    execFileSync("git", ["clone", "--quiet", ROOT, join(place, "swath")]);
    execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(place, "swath/node_modules")]);
    const own = join(top, "Daten ü");
    mkdirSync(own);
    chownSync(own, NOBODY, NOBODY);
    const at = async (data: string) => ({ SWATH_DATA: data, PORT: String(await freePort()) });

    const bare = start(place, node, await at(own));
    await bare.ended;
    found(
      /^Swath is not installed and built/.test(bare.output()),
      `not built: ${lastLine(bare.output())}`,
    );
    spawnSync(node, [join(place, "swath/tools/prepare.mjs")], { stdio: "inherit" });

    const closed = start(place, node, {});
    await closed.ended;
    found(
      /^Swath cannot use .*read-only/.test(closed.output()),
      `no data folder: ${lastLine(closed.output())}`,
    );

    const running = start(place, node, await at(join(own, "first")));
    found(await says(running, /^Swath is ready at /m), `ready: ${lastLine(running.output())}`);
    const second = start(place, node, await at(join(own, "first")));
    await second.ended;
    found(second.output().startsWith("Swath already runs"), `second: ${lastLine(second.output())}`);
    found((await secondsToEnd(running)) < MOST_SECONDS_TO_END, "it ends");

    for (const [number, ms] of SIGNALS_MS.entries()) {
      const data = join(own, `signal-${number}`);
      const asked = start(place, node, await at(data));
      await sleep(ms);
      const seconds = await secondsToEnd(asked);
      longest = Math.max(longest, seconds);
      const isLeft = existsSync(join(data, "postgres/postmaster.pid"));
      const saw = `a signal after ${ms} ms: ended in ${seconds.toFixed(1)} s${isLeft ? ", PostgreSQL left" : ""}`;
      const isTrace = /\n\s+at /.test(asked.output());
      found(seconds < MOST_SECONDS_TO_END && !isLeft && !isTrace, saw);
    }
  } finally {
    removeFolder(top);
  }
  const line = `${SIGNALS_MS.length + 5} starts in odd places, ${wrong} not as they should be; the longest end took ${longest.toFixed(1)} s.`;
  return { line, isRight: wrong === 0 };
}
