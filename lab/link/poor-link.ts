import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export interface LinkShape {
  /** From the crew to the office. */
  readonly upMbit: number;
  readonly downMbit: number;
  readonly oneWayMs: number;
  /** Of packets, in each direction. */
  readonly lossPercent: number;
  /** Packets that would wait longer for their turn are dropped. */
  readonly queueMs?: number;
  readonly seed?: number;
}

interface LaneCount {
  readonly packets: number;
  readonly bytes: number;
  readonly lost: number;
  readonly dropped: number;
}

/** What was carried so far. */
export interface LinkCount {
  readonly up: LaneCount;
  readonly down: LaneCount;
}

export const OFFICE_ADDRESS = "10.77.0.2";

/** For Chromium at the crew's end, which asks nobody where a `localhost` is. */
export const acrossLink = (officeNames: readonly string[]): string =>
  `--host-resolver-rules=${officeNames.map((name) => `MAP ${name} ${OFFICE_ADDRESS}`).join()}`;

const NEEDED = "a poor link needs Linux, root, gcc, iproute2 and /dev/net/tun";

/** What `ip netns exec` lays over `/etc` in a namespace (ip-netns(8)). */
const ownEtc = (name: string): string => join("/etc/netns", name);

const ip = (...words: string[]): void => void execFileSync("ip", words, { stdio: "pipe" });

/**
 * A poor link between two network namespaces of this machine, the crew's and the office's, by
 * `link.c`, which is compiled first. TCP in both is cubic, as it is on laptops. Nothing in either
 * reaches anything else.
 */
export class PoorLink {
  /** Words before a command that is to run at that end. */
  readonly crew: readonly string[];
  readonly office: readonly string[];
  readonly #names: readonly string[];
  readonly #folder: string;
  readonly #program: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  /** Rejects once the program has ended. */
  readonly #ended: Promise<never>;

  private constructor(names: readonly [string, string], folder: string, shape: LinkShape) {
    const [crew, office] = names;
    this.#names = names;
    this.crew = ["ip", "netns", "exec", crew];
    this.office = ["ip", "netns", "exec", office];
    this.#folder = folder;
    const { upMbit, downMbit, oneWayMs, lossPercent, queueMs = 200, seed = 1 } = shape;
    const numbers = [upMbit, downMbit, oneWayMs, lossPercent, queueMs, seed].map(String);
    this.#program = spawn(join(folder, "link"), [crew, office, ...numbers], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#program.stdout });
    this.#ended = new Promise((_, reject) => {
      const end = (): void => reject(new Error(NEEDED));
      this.#program.once("exit", end).once("error", end);
    });
    // Only who waits for a line is told.
    this.#ended.catch(() => undefined);
  }

  /** `officeNames`: what the crew's programs find the office by, beside its address. */
  static async start(shape: LinkShape, officeNames: readonly string[] = []): Promise<PoorLink> {
    if (process.platform !== "linux" || process.getuid?.() !== 0) throw new Error(NEEDED);
    const folder = mkdtempSync(join(tmpdir(), "swath-link-"));
    const source = join(import.meta.dirname, "link.c");
    execFileSync("gcc", ["-O2", "-Wall", "-o", join(folder, "link"), source]);
    const names = [`crew-${process.pid}`, `office-${process.pid}`] as const;
    for (const name of names) {
      ip("netns", "add", name);
      ip("-n", name, "link", "set", "lo", "up");
    }
    const etc = ownEtc(names[0]);
    mkdirSync(etc, { recursive: true });
    writeFileSync(join(etc, "hosts"), `${OFFICE_ADDRESS} ${officeNames.join(" ")}\n`);
    const link = new PoorLink(names, folder, shape);
    await link.#line();
    for (const name of names)
      ip("-n", name, "route", "replace", "10.77.0.0/24", "dev", "line0", "congctl", "cubic");
    return link;
  }

  /** Nothing passes until {@link mend}. */
  cut(): void {
    this.#say("cut");
  }

  mend(): void {
    this.#say("mend");
  }

  /** Connections of before are refused at both ends, as after a change of address. */
  reset(): void {
    this.#say("reset");
  }

  rate(upMbit: number, downMbit: number): void {
    this.#say(`rate ${upMbit} ${downMbit}`);
  }

  async count(): Promise<LinkCount> {
    const line = this.#line();
    this.#say("count");
    return JSON.parse(await line) as LinkCount;
  }

  stop(): void {
    this.#lines.close();
    this.#program.kill();
    for (const name of this.#names) {
      ip("netns", "delete", name);
      rmSync(ownEtc(name), { recursive: true, force: true });
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #say(words: string): void {
    this.#program.stdin.write(`${words}\n`);
  }

  async #line(): Promise<string> {
    const line = once(this.#lines, "line") as Promise<[string]>;
    const [text] = await Promise.race([line, this.#ended]);
    return text;
  }
}
