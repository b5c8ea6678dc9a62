import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../../../e2e/swath.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CACHE = join(ROOT, ".cache/drills");
/** What a machine of Debian 12 has beside its smallest form: systemd, and what the package recommends. */
const INCLUDED = "systemd,systemd-sysv,dbus,adduser,bubblewrap";
const BOOT_SECONDS = 60;

/** The tools of the host that a machine is made and booted by. */
export function installTools(): void {
  const missing = ["debootstrap", "systemd-nspawn"].filter(
    (name) => spawnSync("which", [name]).status !== 0,
  );
  if (missing.length === 0) return;
  execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  const words = ["install", "-y", "--no-install-recommends", "debootstrap", "systemd-container"];
  execFileSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"] });
}

/** A fresh Debian 12 as an archive; made once, from Debian's mirror. */
function freshArchive(): string {
  const archive = join(CACHE, "bookworm.tar");
  if (existsSync(archive)) return archive;
  mkdirSync(CACHE, { recursive: true });
  const place = join(CACHE, "bookworm");
  rmSync(place, { recursive: true, force: true });
  const options = ["--variant=minbase", `--include=${INCLUDED}`, "bookworm", place];
  execFileSync("debootstrap", options, { stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("tar", ["-cf", `${archive}.part`, "-C", place, "."]);
  renameSync(`${archive}.part`, archive);
  rmSync(place, { recursive: true });
  return archive;
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A Debian 12 of its own: systemd is its first process, and it has no network but its loopback. */
export class DebianMachine {
  readonly root: string;
  readonly #process: ChildProcess;
  readonly #leader: number;

  private constructor(root: string, process: ChildProcess, leader: number) {
    this.root = root;
    this.#process = process;
    this.#leader = leader;
  }

  static async boot(): Promise<DebianMachine> {
    const top = temporaryFolder("machine");
    const root = join(top, "root");
    mkdirSync(root);
    execFileSync("tar", ["-xpf", freshArchive(), "-C", root]);
    writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost drill\n::1 localhost\n");
    const log = openSync(join(top, "boot.log"), "w");
    const words = ["-D", root, "--register=no", "--keep-unit", "--private-network", "-b"];
    const process = spawn("systemd-nspawn", [...words, "--capability=all", "--hostname=drill"], {
      stdio: ["ignore", log, log],
      env: { ...globalThis.process.env, SYSTEMD_NSPAWN_API_VFS_WRITABLE: "1" },
    });
    for (let waited = 0; waited < BOOT_SECONDS; waited += 1) {
      const leader = leaderOf(process.pid ?? 0);
      const machine = new DebianMachine(root, process, leader);
      const { output } = machine.run("systemctl is-system-running");
      if (leader !== 0 && /running|degraded/.test(output)) return machine;
      await sleep(1000);
    }
    process.kill("SIGKILL");
    throw new Error(`the machine does not start:\n${readFileSync(join(top, "boot.log"), "utf8")}`);
  }

  /** Runs a line of shell as root in the machine, to its end. */
  run(line: string): Ran {
    const into = ["-t", String(this.#leader), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"];
    const shell = ["--", "/bin/sh", "-c", line];
    const ran = spawnSync("nsenter", [...into, ...shell], {
      encoding: "utf8",
      timeout: 300_000,
      env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" },
    });
    return { code: ran.status, output: `${ran.stdout}${ran.stderr}`.trim() };
  }

  /** Puts a file into /root. */
  bring(path: string): string {
    copyFileSync(path, join(this.root, "root", basename(path)));
    return `/root/${basename(path)}`;
  }

  async end(): Promise<void> {
    this.run("systemctl poweroff");
    for (let waited = 0; this.#process.exitCode === null && waited < 20; waited += 1)
      await sleep(500);
    this.#process.kill("SIGKILL");
    rmSync(join(this.root, ".."), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The machine's first process, by its number here. */
function leaderOf(parent: number): number {
  const children = `/proc/${parent}/task/${parent}/children`;
  return existsSync(children) ? Number(readFileSync(children, "utf8").split(" ")[0]) : 0;
}
