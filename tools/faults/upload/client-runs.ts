import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { ROOT } from "../../../e2e/swath.ts";

const PROGRAM = join(import.meta.dirname, "upload-client.ts");
const RESTART_MS = 1_000;
const KEPT_OUTPUT = 8_000;

type Client = ChildProcessByStdio<null, null, Readable>;

interface Sending {
  readonly upload: ReadyUpload;
  readonly folder: string;
  readonly origin: string;
  readonly token: string;
  /** Whether the server has the data: it may have become ready after a client was killed. */
  readonly hasData: () => Promise<boolean>;
}

/** A person who starts the client again whenever it ended before the data was ready. */
export class UploadClient {
  readonly #sending: Sending;
  #child: Client | undefined;
  readonly #others = new Set<Client>();
  #output = "";
  #isReady = false;
  #isGivenUp = false;
  runs = 0;

  constructor(sending: Sending) {
    this.#sending = sending;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The folder that is sent. */
  get folder(): string {
    return this.#sending.folder;
  }

  /** What the runs said last. */
  get output(): string {
    return this.#output;
  }

  /** Settles when the data is ready, or the person has given up. */
  async keepSending(): Promise<void> {
    while (!this.#isGivenUp) {
      const code = await this.#run();
      this.#isReady = code === 0 || (await this.#sending.hasData().catch(() => false));
      if (this.#isReady) return;
      await sleep(RESTART_MS);
    }
  }

  async #run(): Promise<number | null> {
    this.runs += 1;
    const child = this.#start();
    this.#child = child;
    const [code] = (await once(child, "exit")) as [number | null];
    this.#output += `-- ended: ${code}\n`;
    return code;
  }

  /** Starts the client once more beside the one that runs, as from another terminal; answers whether one ran. */
  startAnother(): boolean {
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) return false;
    const other = this.#start();
    this.#others.add(other);
    other.once("exit", () => this.#others.delete(other));
    return true;
  }

  #start(): Client {
    const { upload, folder, origin, token } = this.#sending;
    const { flightId, uploadType, sensorName } = upload;
    const child = spawn(
      process.execPath,
      [PROGRAM, origin, flightId, uploadType, sensorName, folder],
      {
        cwd: ROOT,
        env: { ...process.env, FAULTS_TOKEN: token },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    child.stderr.on("data", (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
    return child;
  }

  /** Kills what runs; answers whether anything did. */
  kill(): boolean {
    return this.#child?.exitCode === null && this.#child.kill("SIGKILL");
  }

  /** Stops what runs for a time, as a machine that sleeps; answers whether anything ran. */
  async sleep(ms: number): Promise<boolean> {
    const child = this.#child;
    if (child?.exitCode !== null || !child.kill("SIGSTOP")) return false;
    await sleep(ms);
    child.kill("SIGCONT");
    return true;
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.kill();
    for (const other of this.#others) other.kill("SIGKILL");
  }
}
