import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { UploadState } from "@swath/contract/uploads";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { ROOT } from "../../../e2e/swath.ts";
import type { Circumstances } from "./circumstances.ts";
import { type ClientProgram, type TakeOver, wordsOf } from "./client-program.ts";
import { wayOn } from "./way-on.ts";

const RESTART_MS = 1_000;
const KEPT_OUTPUT = 50_000;

type Client = ChildProcess;

export interface Sending {
  readonly program: ClientProgram;
  /** Where a browser keeps its profile. */
  readonly place: string;
  readonly upload: ReadyUpload;
  readonly folder: string;
  readonly origin: string;
  readonly token: string;
  /** What the server says of the upload, asked on a way that nothing disturbs. */
  readonly readState: () => Promise<UploadState>;
  /** Has a team leader reset the upload. */
  readonly reset: () => Promise<void>;
}

/** A stated end that the person had a way on from. */
export interface StatedEnd {
  readonly status: string;
  readonly reason: string;
}

/** A person who starts the client again whenever it ended before the data was ready. */
export class UploadClient {
  readonly #sending: Sending;
  #circumstances: Circumstances;
  #child: Client | undefined;
  readonly #others = new Set<Client>();
  #output = "";
  /** The beginning, which says what was found of the folder. */
  #firstOutput = "";
  #outputOfRun = "";
  #fingerprint: string | undefined;
  readonly #profile: string;
  #isReady = false;
  #isGivenUp = false;
  #violation: string | undefined;
  readonly #otherFiles = new Set<string>();
  readonly statedEnds: StatedEnd[] = [];
  runs = 0;

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#circumstances = { token: sending.token, clockMs: 0 };
    this.#profile = mkdtempSync(join(sending.place, "profile-"));
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** What must not be, as its runs ended. */
  get violation(): string | undefined {
    return this.#violation;
  }

  /** By which the run names its machine; undefined until it told. */
  get fingerprint(): string | undefined {
    return this.#fingerprint;
  }

  /** The folder that is sent, and the upload that it is sent for. */
  get sending(): Pick<Sending, "folder" | "program" | "upload" | "readState"> {
    return this.#sending;
  }

  /** Whether any run has said a name. */
  told(name: string): boolean {
    return this.#output.includes(name) || this.#firstOutput.includes(name);
  }

  /** What the runs said last. */
  get output(): string {
    return this.#output;
  }

  /** Settles when the data is ready, an end was reached that must not be, or the person has given up. */
  async keepSending(): Promise<void> {
    while (!this.#isGivenUp && this.#violation === undefined) {
      const code = await this.#run();
      this.#isReady = code === 0 || (await this.#goOn().catch(() => false));
      if (this.#isReady) return;
      await sleep(RESTART_MS);
    }
  }

  /** Answers whether the data is ready: it may have become so after a client was killed. */
  async #goOn(): Promise<boolean> {
    const state = await this.#sending.readState();
    const isFolderOther = this.#otherFiles.size > 0;
    const namedFiles = [...this.#otherFiles].some((path) =>
      this.#outputOfRun.includes(basename(path)),
    );
    const next = wayOn({ state, isFolderOther, namedFiles });
    if (next.kind === "violation") this.#violation = next.why;
    if (next.kind === "reset") {
      await this.#sending.reset();
      this.statedEnds.push({ status: state.status, reason: next.reason });
    }
    return next.kind === "ready";
  }

  async #run(): Promise<number | null> {
    this.runs += 1;
    this.#outputOfRun = "";
    const child = this.#start("always", this.#profile);
    this.#child = child;
    this.#fingerprint = undefined;
    child.on("message", (told) => (this.#fingerprint = z.string().parse(told)));
    const [code] = (await once(child, "exit")) as [number | null];
    this.#output += `-- ended: ${code}\n`;
    return code;
  }

  /** A file of the folder is from now on another one than the upload began with. */
  tellOtherFile(path: string): void {
    this.#otherFiles.add(path);
  }

  /** Whether a client runs. */
  get #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the client once more beside the one that runs, as from another terminal; answers whether one ran. */
  startAnother(takeOver: TakeOver): boolean {
    if (!this.#isRunning) return false;
    const other = this.#start(takeOver);
    this.#others.add(other);
    other.once("exit", () => this.#others.delete(other));
    return true;
  }

  /** Ends the session of the browser that runs; answers whether one did. */
  loseSession(): boolean {
    if (this.#sending.program !== "browser" || !this.#isRunning) return false;
    this.#child?.send("lose the session", () => {});
    return true;
  }

  /** Changes what the command is given, each that runs and all further ones; answers whether one ran. */
  tell(change: Partial<Circumstances>): boolean {
    if (this.#sending.program !== "command") return false;
    this.#circumstances = { ...this.#circumstances, ...change };
    if (!this.#isRunning) return false;
    // One that ends at this moment hears of it at its next start.
    this.#child?.send(this.#circumstances, () => {});
    return true;
  }

  #start(takeOver: TakeOver, profile?: string): Client {
    const child = spawn(process.execPath, wordsOf(this.#sending, takeOver, profile), {
      cwd: ROOT,
      env: { ...process.env, FAULTS_CLIENT: JSON.stringify(this.#circumstances) },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: true,
    });
    // One that sleeps does not notice that the tool ended.
    const end = (): boolean => signalGroup(child, "SIGKILL");
    process.once("exit", end);
    child.once("exit", () => {
      process.off("exit", end);
      end();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = `${new Date().toISOString()} ${takeOver}: ${chunk.toString()}`;
      this.#outputOfRun = (this.#outputOfRun + text).slice(-KEPT_OUTPUT);
      this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
      if (this.#firstOutput.length < KEPT_OUTPUT) this.#firstOutput += text;
    });
    return child;
  }

  /** Kills what runs; answers whether anything did. */
  kill(): boolean {
    return this.#isRunning && signalGroup(this.#child, "SIGKILL");
  }

  /** Stops what runs for a time, as a machine that sleeps; answers whether anything ran. */
  async sleep(ms: number): Promise<boolean> {
    const child = this.#child;
    if (!this.#isRunning || !signalGroup(child, "SIGSTOP")) return false;
    await sleep(ms);
    signalGroup(child, "SIGCONT");
    return true;
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.kill();
    for (const other of this.#others) signalGroup(other, "SIGKILL");
  }
}

/** Signals a client and all that it started; answers whether any of it was there. */
function signalGroup(child: Client | undefined, name: NodeJS.Signals): boolean {
  try {
    return child?.pid !== undefined && process.kill(-child.pid, name);
  } catch {
    return false;
  }
}
