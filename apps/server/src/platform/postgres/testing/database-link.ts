import { once } from "node:events";
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from "node:net";

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A way to a PostgreSQL that can be cut: then no byte passes, and nobody learns of it. */
export class DatabaseLink {
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  #isCut = false;
  /** How many were made by this way. */
  connections = 0;
  /** The address of the database by this way. */
  readonly url: string;

  private constructor(listener: Server, url: string) {
    this.#listener = listener;
    this.url = url;
  }

  static async open(url: string): Promise<DatabaseLink> {
    const address = new URL(url);
    const host = address.searchParams.get("host");
    const target =
      host === null
        ? { host: address.hostname, port: Number(address.port) }
        : { path: `${host}/.s.PGSQL.${address.port}` };
    const listener = createServer();
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    address.port = String((listener.address() as AddressInfo).port);
    address.searchParams.delete("host");
    const link = new DatabaseLink(listener, address.href);
    listener.on("connection", (client) => link.#join(client, target));
    return link;
  }

  #join(client: Socket, target: NetConnectOpts): void {
    this.connections += 1;
    const server = connect(target);
    const pair = { client, server };
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      // What ends beyond a cut ends for one side alone.
      if (this.#isCut) return;
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", () => {}).on("close", end);
    client.pipe(server, { end: false });
    server.pipe(client, { end: false });
    if (this.#isCut) this.#stop(pair);
  }

  #stop({ client, server }: Pair): void {
    client.unpipe(server).pause();
    server.unpipe(client).pause();
  }

  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) this.#stop(pair);
  }

  /** Lets bytes pass again; those of connections of before are lost, which TCP notices much later. */
  mend(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) pair.server.removeAllListeners("close").destroy();
    this.#pairs.clear();
  }

  close(): void {
    this.mend();
    this.#listener.close();
  }
}
