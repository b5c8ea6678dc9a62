import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { prepareDatabase } from "../../apps/server/src/app/prepare-database.ts";
import { openEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import type { Started } from "../api.ts";
import { balance } from "../balancer.ts";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "../swath.ts";

const MAIN = "apps/server/src/main.ts";

/** Swath as it runs in production: PostgreSQL and S3 apart, two servers behind a balancer, a worker. */
export class Cluster implements Started {
  readonly origin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #ports: readonly number[];
  readonly #folders: readonly string[];
  readonly #postgres: { stop(): Promise<void> };
  readonly #servers: Process[] = [];
  #worker: Process | undefined;
  #balancer: Server | undefined;

  private constructor(plan: {
    origin: string;
    env: Record<string, string>;
    ports: number[];
    folders: string[];
    postgres: { stop(): Promise<void> };
  }) {
    this.origin = plan.origin;
    this.env = plan.env;
    this.#ports = plan.ports;
    this.#folders = plan.folders;
    this.#postgres = plan.postgres;
  }

  static async start(): Promise<Cluster> {
    const [data, database] = [temporaryFolder("data"), temporaryFolder("postgres")];
    const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
    const postgres = await openEmbeddedPostgres({ dataFolder: database });
    await prepareDatabase(postgres.ownerUrl, { url: postgres.serverUrl, makesRole: true });
    const origin = `http://localhost:${front}`;
    const env = {
      DATABASE_URL: postgres.serverUrl,
      SWATH_DATA: data,
      SWATH_PUBLIC_URL: origin,
      SWATH_STORE: "s3",
      // The store serves other clusters too, and an installation is known by this bucket.
      SWATH_BUCKET_SUPPORT: `swath-support-${randomBytes(8).toString("hex")}`,
    };
    const cluster = new Cluster({ origin, env, ports, folders: [data, database], postgres });
    cluster.#balancer = await balance(front, ports);
    for (const port of ports) await cluster.#startServer(port);
    cluster.startWorker();
    return cluster;
  }

  async #startServer(port: number): Promise<void> {
    const server = new Process([MAIN, "serve"], { ...this.env, PORT: String(port) });
    this.#servers.push(server);
    await ready(`http://localhost:${port}`, server);
  }

  startWorker(): void {
    this.#worker = new Process([MAIN, "work"], this.env);
  }

  async killWorker(): Promise<void> {
    await this.#worker?.end("SIGKILL");
  }

  /** Kills the first server and starts another in its place. */
  async replaceServer(): Promise<void> {
    await this.#servers.shift()?.end("SIGKILL");
    await this.#startServer(this.#ports[0]!);
  }

  async stop(): Promise<void> {
    for (const process of [...this.#servers, this.#worker]) await process?.end();
    this.#balancer?.closeAllConnections();
    this.#balancer?.close();
    await this.#postgres.stop();
    for (const folder of this.#folders) removeFolder(folder);
  }
}
