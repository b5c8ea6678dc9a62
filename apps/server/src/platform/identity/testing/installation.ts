import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorBodySchema } from "@swath/contract/errors";
import { identitySchema } from "@swath/contract/identity";
import { endpoint } from "@swath/contract/endpoint";
import type { DeviceSignIn } from "@swath/contract/settings";
import type { FastifyInstance } from "fastify";
import { buildHttp } from "../../http/build-http.ts";
import type { Serve } from "../../http/serve.ts";
import { serveOn } from "../../http/serve-endpoints.ts";
import { properAddress } from "../../http/web-pages.ts";
import { createLog } from "../../log.ts";
import { createTestDatabase, type TestDatabase } from "../../postgres/testing.ts";
import { providerKeys, type ProviderKeys } from "../../embedded-identity/keys.ts";
import { deviceSignIn } from "../../embedded-identity/provider.ts";
import { openIdentity } from "../../open-identity.ts";
import { GROUPS } from "./groups.ts";

const whoAmI = endpoint("GET", "/who", {
  services: ["main"],
  permission: "signedIn",
  summary: "Who the bearer is",
  reply: identitySchema,
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

type OpenedIdentity = Awaited<ReturnType<typeof openIdentity>>;
/** Serves more calls than the one of every installation. */
type ServeMore = (serve: Serve, identity: OpenedIdentity) => void;

/** Servers over one database with the embedded provider; the first stands at the public address. */
export class Installation {
  readonly database: TestDatabase;
  readonly publicUrl: URL;
  readonly keys: ProviderKeys;
  /** What the servers take for the time. */
  now = new Date();
  /** Lines of the log. */
  readonly written: string[] = [];
  /** Sign-ins that came to nothing. */
  readonly failures: string[] = [];
  /** Where its keys lie. */
  readonly dataFolder: string;
  readonly #serveMore: ServeMore;
  readonly #servers: FastifyInstance[] = [];

  private constructor(
    database: TestDatabase,
    dataFolder: string,
    port: number,
    keys: ProviderKeys,
    serveMore: ServeMore,
  ) {
    this.#serveMore = serveMore;
    this.database = database;
    this.dataFolder = dataFolder;
    this.publicUrl = new URL(`http://127.0.0.1:${port}`);
    this.keys = keys;
  }

  static async start(serveMore: ServeMore = () => undefined): Promise<Installation> {
    const database = await createTestDatabase();
    const dataFolder = await mkdtemp(join(tmpdir(), "swath-identity-"));
    const port = await freePort();
    const keys = await providerKeys(dataFolder);
    const installation = new Installation(database, dataFolder, port, keys, serveMore);
    await installation.#listen(port, () => undefined);
    return installation;
  }

  /** How programs sign in. */
  get deviceSignIn(): DeviceSignIn {
    return deviceSignIn(this.publicUrl);
  }

  /** One more server; returns where it answers. */
  async addServer(deniedVersion: () => number | undefined = () => undefined): Promise<URL> {
    const port = await freePort();
    await this.#listen(port, deniedVersion);
    return new URL(`http://127.0.0.1:${port}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    await this.database.drop();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  /** A call of a bearer. */
  async call(method: string, path: string, token: string, at = this.publicUrl): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(new URL(`/api/main${path}`, at), { method, headers });
  }

  /** How a server answers a bearer's call: the code of a refusal. */
  async who(
    token: string,
    at = this.publicUrl,
    [method, path]: readonly [string, string] = ["GET", "/who"],
  ): Promise<{ status: number; code: string }> {
    const response = await this.call(method, path, token, at);
    if (response.status === 200) return { status: 200, code: "" };
    return { status: response.status, code: errorBodySchema.parse(await response.json()).code };
  }

  async #listen(port: number, deniedVersion: () => number | undefined): Promise<void> {
    const { publicUrl, database } = this;
    const write = (line: string): void => void this.written.push(line);
    const app = await buildHttp({
      log: createLog({ level: "info", name: "test" }, { write }),
      release: "0",
      publicUrl,
      webFolder: join(this.dataFolder, "none"),
      connect: [],
      trustProxy: false,
    });
    const identity = await openIdentity(app, {
      publicUrl,
      ownUrl: () => new URL(`http://127.0.0.1:${port}`),
      dataFolder: this.dataFolder,
      sessionKeys: undefined,
      sessionDays: 30,
      groups: GROUPS,
      provider: undefined,
      db: database.db,
      providerDb: database.db,
      renewals: database.db,
      clock: () => this.now,
      deniedVersion,
      properAddress: (request) => properAddress(request, publicUrl),
      onFailedSignIn: (problem) => void this.failures.push(problem),
    });
    const serve = serveOn(app, identity);
    serve(whoAmI, async (call) => call.identity);
    this.#serveMore(serve, identity);
    await app.listen({ port, host: "127.0.0.1" });
    this.#servers.push(app);
  }
}
