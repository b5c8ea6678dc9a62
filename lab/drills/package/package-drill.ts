// The Debian package in a fresh Debian 12 without a network: installed, started, used, upgraded, purged.
//   npm run drills -- package [--last FILE --next FILE]
// As root on Debian. The first time it makes the machine by debootstrap; --last and --next name packages
// that are built already. A line for each step, and one of figures. Exit code 0 where all is as it should be.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { buildPackages } from "./built-packages.ts";
import { DebianMachine, installTools } from "./debian-machine.ts";

const SERVER = "http://localhost:4680";
const READY_SECONDS = 120;
const FOLDER = "/root/flight";
const NODE = "/usr/lib/swath/node_modules/.bin/node";
/** As systemd-analyze counts, in tenths: docs/operations/install.md says what swath.service needs. */
const MOST_EXPOSED = { "swath-serve": 19, "swath-migrate": 19, "swath-work": 19, swath: 19 };

type Say = (line: string) => void;

/** Steps of one way through a machine's life; the first that is not as it should be ends it. */
class Way {
  readonly #machine: DebianMachine;
  readonly #say: Say;

  constructor(machine: DebianMachine, say: Say) {
    this.#machine = machine;
    this.#say = say;
  }

  /** Runs a line of shell whose output must have these words; how long it took, in seconds. */
  step(what: string, line: string, words: RegExp = /^/): number {
    const began = performance.now();
    const { code, output } = this.#machine.run(line);
    const seconds = (performance.now() - began) / 1000;
    if (code !== 0 || !words.test(output))
      throw new Error(`${what}: ${line} ended with ${code}\n${output}`);
    this.#say(`right  ${what} (${seconds.toFixed(1)} s)`);
    return seconds;
  }

  /** Waits until the server says that it is ready, with a sandbox; seconds. */
  async ready(what: string): Promise<number> {
    const began = performance.now();
    const ask = `${NODE} -e 'const r = await fetch("${SERVER}/readyz"); console.log(r.status, await r.text())' 2>&1`;
    for (let waited = 0; waited < READY_SECONDS * 2; waited += 1) {
      const { output } = this.#machine.run(ask);
      const seconds = (performance.now() - began) / 1000;
      if (output.includes("200 ")) {
        if (!output.includes("bubblewrap")) throw new Error(`no sandbox: ${output}`);
        this.#say(`right  ${what} (${seconds.toFixed(1)} s)`);
        return seconds;
      }
      await sleep(500);
    }
    throw new Error(
      `${what}: not ready\n${this.#machine.run("journalctl -u swath | tail -40").output}`,
    );
  }
}

function harden(way: Way): void {
  for (const [unit, most] of Object.entries(MOST_EXPOSED))
    way.step(
      `${unit}.service is exposed by ${(most / 10).toFixed(1)} at most`,
      `systemd-analyze security --offline=true --threshold=${most} /usr/lib/systemd/system/${unit}.service`,
    );
}

async function live(machine: DebianMachine, packages: { last: string; next: string }, say: Say) {
  const way = new Way(machine, say);
  const [last, next] = [machine.bring(packages.last), machine.bring(packages.next)];
  const login = machine.bring(join(import.meta.dirname, "sign-in.mjs"));
  const installed = way.step(
    "the last release is installed",
    `dpkg -i ${last}`,
    /Setting up swath/,
  );
  way.step(
    "nothing runs before it is asked to",
    "! systemctl is-active swath swath-serve swath-work",
  );
  way.step(
    "settings are root's, read by the service",
    "stat -c %a:%U:%G /etc/swath/swath.env",
    /^640:root:swath$/,
  );
  harden(way);
  way.step("it starts", "systemctl enable --now swath");
  const first = await way.ready("it is ready, and programs of stages run in a sandbox");
  way.step(
    "its data are closed to others",
    "! setpriv --reuid=65534 --clear-groups ls /var/lib/swath/data",
  );
  way.step("it answers an administrator", "swath admin stages check", /stage/i);
  way.step("a sample folder is written", `swath sample FL000101 ${FOLDER} --no-big`);
  way.step("crew signs in by a code", `${NODE} ${login} ${SERVER}`);
  const upload = `swath upload ${FOLDER}/* --server ${SERVER} --type LiDAR --yes`;
  const uploaded = way.step("a folder is uploaded, and ready", upload);
  const compare = `swath compare ${FOLDER}/* --server ${SERVER} --type LiDAR`;
  way.step("every stored file is the drive's", compare);
  way.step("a setting is changed", "echo SWATH_UPLOAD_SLOTS=7 >> /etc/swath/swath.env");
  const began = performance.now();
  way.step("this release takes its place", `dpkg -i ${next} < /dev/null`, /Setting up swath/);
  await way.ready("it is ready again by itself");
  const upgraded = (performance.now() - began) / 1000;
  way.step("the changed setting stands", "grep -q SWATH_UPLOAD_SLOTS=7 /etc/swath/swath.env");
  way.step("every stored file is the drive's after the upgrade", compare);
  way.step(
    "no file of the package was changed by it",
    "dpkg --verify swath | grep -v swath.env | wc -l",
    /^0$/,
  );
  way.step(
    "each stop was its own, none by force",
    "! journalctl -u swath | grep -E 'timed out|SIGKILL'",
  );
  way.step(
    "removed, it stops and keeps its data",
    "dpkg --remove swath 2>&1 && ! systemctl is-active swath && ls -d /var/lib/swath/data/objects",
    /are kept/,
  );
  way.step(
    "purged, it leaves nothing",
    "dpkg --purge swath && ! getent passwd swath && ! ls -d /var/lib/swath /etc/swath /usr/lib/swath /etc/systemd/system/multi-user.target.wants/swath.service 2> /dev/null",
  );
  way.step("none of its processes is left", "! pgrep -f /usr/lib/swath");
  return { installed, first, uploaded, upgraded };
}

const s = (seconds: number): string => `${Math.round(seconds)} s`;

/** Runs the drill; its line of figures. Throws where something is not as it should be. */
export async function packageDrill(
  given: { last?: string; next?: string },
  say: Say,
): Promise<string> {
  installTools();
  const place = temporaryFolder("packages");
  const began = performance.now();
  try {
    const { last, next } = given;
    const packages =
      last === undefined || next === undefined ? buildPackages(place) : { last, next };
    const built = (performance.now() - began) / 1000;
    const machine = await DebianMachine.boot();
    try {
      const { installed, first, uploaded, upgraded } = await live(machine, packages, say);
      const all = (performance.now() - began) / 1000;
      return (
        `package in Debian 12: built twice in ${s(built)}, installed in ${s(installed)}, ready after ` +
        `${s(first)}, a folder uploaded in ${s(uploaded)}, upgraded in ${s(upgraded)}, purged; ` +
        `nothing lost; ${s(all)} in all.`
      );
    } finally {
      await machine.end();
    }
  } finally {
    removeFolder(place);
  }
}
