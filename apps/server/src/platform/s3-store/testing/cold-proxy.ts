import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { RestoreTier } from "@swath/contract/cold";
import { type Clock, systemClock } from "../../clock/clock.ts";
import { ColdObjects } from "../../object-store/testing/cold-objects.ts";
import { type S3Keys, signCall } from "./sign-call.ts";

interface ProxyOptions extends S3Keys {
  /** Of the S3 store behind it, over HTTP. */
  readonly endpoint: string;
  /** By which restores become ready, and expire. */
  readonly clock: Clock;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

const xml = (status: number, code: string): Reply => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message/></Error>`),
});
const CLASS = "x-amz-storage-class";
const ATTRIBUTES = "x-amz-optional-object-attributes";
/** Headers of this connection, and what the store is not told. */
const LEFT_OUT =
  /^(connection|authorization|expect|transfer-encoding|x-amz-storage-class|x-amz-optional-object-attributes)$/;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};
const textOf = (escaped: string): string =>
  escaped.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity]!);
const within = (body: Buffer | string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(String(body))?.[1] ?? "";

/** The headers that say an object's class, and its restore. */
function headersOf(objects: ColdObjects, path: string): Record<string, string> {
  const [storageClass, cold] = [objects.classOf(path), objects.stateOf(path)];
  if (storageClass === "STANDARD") return {};
  if (cold === undefined || cold.state === "cold") return { [CLASS]: storageClass };
  const isUnderWay = cold.state === "restoring";
  const expiry = isUnderWay ? "" : `, expiry-date="${cold.until?.toUTCString()}"`;
  return {
    [CLASS]: storageClass,
    "x-amz-restore": `ongoing-request="${isUnderWay}"${expiry}`,
  };
}

/** What a listing holds of an object, with its restore where that was asked for. */
function listedClass(objects: ColdObjects, path: string, withRestore: boolean): string {
  const cold = withRestore ? objects.stateOf(path) : undefined;
  const storageClass = `<StorageClass>${objects.classOf(path)}</StorageClass>`;
  if (cold === undefined || cold.state === "cold") return storageClass;
  const isUnderWay = cold.state === "restoring";
  const until = isUnderWay
    ? ""
    : `<RestoreExpiryDate>${cold.until?.toISOString()}</RestoreExpiryDate>`;
  return `${storageClass}<RestoreStatus><IsRestoreInProgress>${isUnderWay}</IsRestoreInProgress>${until}</RestoreStatus>`;
}

/** An S3 store with cold classes: another store's objects, and for each a class and restores. */
class ColdProxy {
  readonly #options: ProxyOptions;
  readonly #objects: ColdObjects;
  /** Classes of uploads in parts that are under way. */
  readonly #uploads = new Map<string, string>();

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#objects = new ColdObjects(options.clock);
  }

  async answer(call: IncomingMessage): Promise<Reply> {
    const url = new URL(call.url ?? "/", this.#options.endpoint);
    const path = decodeURIComponent(url.pathname);
    const body = await buffer(call);
    const [method, objects] = [call.method ?? "GET", this.#objects];
    const copied = call.headers["x-amz-copy-source"];
    const source =
      typeof copied === "string"
        ? `/${decodeURIComponent(copied.split("?")[0]!).replace(/^\//, "")}`
        : undefined;
    if (method === "POST" && url.searchParams.has("restore")) return this.#restore(path, body);
    const read = source ?? (method === "GET" ? path : undefined);
    if (read !== undefined && !objects.isReadable(read)) return xml(403, "InvalidObjectState");
    const reply = await this.#forward(call, body, source === path);
    if (reply.status >= 300) return reply;
    if (method === "HEAD" || method === "GET") return this.#told(call, url, reply);
    this.#keep(call, url, reply);
    return reply;
  }

  #restore(path: string, body: Buffer): Reply {
    const tier = within(body, "Tier") as RestoreTier;
    const status = this.#objects.order(path, Number(within(body, "Days")), tier);
    if (status === 409) return xml(status, "RestoreAlreadyInProgress");
    if (status === 403) return xml(status, "InvalidObjectState");
    return { status, headers: {}, body: Buffer.alloc(0) };
  }

  /** Remembers the class of what was stored. */
  #keep(call: IncomingMessage, { pathname, searchParams }: URL, { body }: Reply): void {
    const path = decodeURIComponent(pathname);
    const storageClass = String(call.headers[CLASS] ?? "STANDARD");
    const upload = searchParams.get("uploadId");
    if (call.method === "POST" && searchParams.has("uploads"))
      this.#uploads.set(within(body, "UploadId"), storageClass);
    else if (call.method === "POST" && upload !== null)
      this.#objects.store(path, this.#uploads.get(upload) ?? "STANDARD");
    else if (call.method === "PUT" && upload === null) this.#objects.store(path, storageClass);
  }

  /** What a reply says of classes. */
  #told(call: IncomingMessage, { pathname, searchParams }: URL, reply: Reply): Reply {
    const path = decodeURIComponent(pathname);
    if (!searchParams.has("list-type"))
      return { ...reply, headers: { ...reply.headers, ...headersOf(this.#objects, path) } };
    const withRestore = call.headers[ATTRIBUTES] !== undefined;
    const bucket = path.split("/", 2)[1]!;
    const body = String(reply.body).replaceAll(/<Contents>.*?<\/Contents>/gs, (listed) =>
      listed.replace(
        /<StorageClass>[^<]*<\/StorageClass>/,
        listedClass(this.#objects, `/${bucket}/${textOf(within(listed, "Key"))}`, withRestore),
      ),
    );
    return { ...reply, body: Buffer.from(body) };
  }

  async #forward(call: IncomingMessage, body: Buffer, isOntoItself: boolean): Promise<Reply> {
    const { endpoint } = this.#options;
    const [path = "/", asked = ""] = (call.url ?? "/").split("?");
    const query = asked.split("&").filter((item) => item !== "" && !/^x-amz-/i.test(item));
    const given = Object.entries(call.headers).filter(([name]) => !LEFT_OUT.test(name));
    const headers: Record<string, string> = {
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      host: new URL(endpoint).host,
      "content-length": String(body.length),
      // Without another class the store refuses to copy an object onto itself.
      ...(isOntoItself ? { "x-amz-metadata-directive": "REPLACE" } : {}),
    };
    const method = call.method ?? "GET";
    // A form brings its own signature.
    const isForm = headers["content-type"]?.startsWith("multipart/form-data") === true;
    const signed = isForm
      ? headers
      : signCall({ method, path, query, headers }, this.#options, systemClock());
    const target = new URL(query.length === 0 ? path : `${path}?${query.join("&")}`, endpoint);
    const sent = request(target, { method, headers: signed });
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    return { status: reply.statusCode ?? 500, headers: reply.headers, body: await buffer(reply) };
  }
}

async function send(proxy: ColdProxy, call: IncomingMessage, reply: ServerResponse) {
  const { status, headers, body } = await proxy.answer(call);
  const { "transfer-encoding": _, connection: __, ...kept } = headers;
  const length = call.method === "HEAD" ? {} : { "content-length": String(body.length) };
  reply.writeHead(status, { ...kept, ...length });
  reply.end(call.method === "HEAD" ? undefined : body);
}

/**
 * Stands before any S3 store and speaks S3's protocol for cold classes, by a clock that a test moves: classes are
 * remembered of what is stored through it, cold objects are refused (InvalidObjectState), `POST ?restore` makes them
 * readable after 4 h (Bulk 9 h) for its days, and HEAD and listings say so. Calls are signed anew, so that signatures and
 * expiries of addresses count for nothing here. Bodies are held whole.
 */
export async function openColdProxy(
  options: ProxyOptions,
): Promise<{ readonly endpoint: string; readonly close: () => Promise<void> }> {
  const proxy = new ColdProxy(options);
  const server = createServer((call, reply) => {
    send(proxy, call, reply).catch((error: unknown) => reply.destroy(error as Error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
