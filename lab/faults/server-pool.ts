import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseLink } from "../../apps/server/src/platform/postgres/testing/database-link.ts";
import type { Place } from "./place.ts";

export interface SweepingServer {
  readonly child: ChildProcess;
  /** When it last swept, ms; 0 before it did. */
  swept: number;
  /** Whether it has started. */
  isReady: boolean;
  /** Its way to PostgreSQL. */
  readonly link: DatabaseLink;
}

/** Exit code of a server that its store's being away keeps from starting. */
export const STORE_AWAY = 75;

const PROGRAM = join(import.meta.dirname, "sweeping-server.ts");
const POLL_MS = 50;
const RESTART_MS = 500;

/** The servers of a stand; one that ends is replaced. */
export class ServerPool {
  readonly #place: Place;
  readonly #servers = new Set<SweepingServer>();
  #isClosing = false;
  /** Servers that ended though nobody killed them. */
  readonly unexpectedEnds: string[] = [];
  readonly #killed = new Set<ChildProcess>();

  constructor(place: Place) {
    this.#place = place;
  }

  async start(): Promise<void> {
    const link = await DatabaseLink.open(this.#place.databaseUrl);
    const log = openSync(join(this.#place.folder, "servers.log"), "a");
    const child = fork(PROGRAM, [JSON.stringify({ ...this.#place, databaseUrl: link.url })], {
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    const server: SweepingServer = { child, swept: 0, isReady: false, link };
    child.on("message", (message) => {
      server.isReady = true;
      if (message === "swept") server.swept = Date.now();
    });
    child.once("exit", (code, signal) => {
      this.#servers.delete(server);
      link.close();
      if (this.#isClosing || this.#killed.has(child)) return;
      if (code !== STORE_AWAY)
        this.unexpectedEnds.push(`server ${child.pid} ended by itself: ${code ?? signal}`);
      void sleep(RESTART_MS).then(() => (this.#isClosing ? undefined : this.start()));
    });
    this.#servers.add(server);
  }

  /** The server that swept last: who holds the lease. */
  sweeping(): SweepingServer | undefined {
    return [...this.#servers].toSorted((a, b) => b.swept - a.swept)[0];
  }

  all(): readonly SweepingServer[] {
    return [...this.#servers];
  }

  kill(server: SweepingServer): void {
    this.#killed.add(server.child);
    this.#servers.delete(server);
    server.child.kill("SIGKILL");
  }

  /** Waits until all have started and one sweeps. */
  async started(): Promise<void> {
    const isStarted = (): boolean =>
      this.all().every(({ isReady }) => isReady) && this.all().some(({ swept }) => swept > 0);
    while (!isStarted()) await sleep(POLL_MS);
  }

  /** How long until another server sweeps than the one that did, ms. */
  async takenOver(former: SweepingServer, since: number, limit: number): Promise<number> {
    while (Date.now() - since < limit) {
      const next = this.all().find((each) => each !== former && each.swept > since);
      if (next !== undefined) return next.swept - since;
      await sleep(POLL_MS);
    }
    return Infinity;
  }

  close(): void {
    this.#isClosing = true;
    for (const { child } of this.#servers) child.kill("SIGKILL");
  }
}
