import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import serveFiles from "@fastify/static";
import { AppError } from "@swath/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LOOPBACK } from "./known-hosts.ts";
import { newNonce, type PageOrigins, pagePolicy } from "./security-headers.ts";

export interface WebOptions {
  /** The built web application. */
  readonly folder: string;
  /** Origins that its pages use besides their own. */
  readonly origins: PageOrigins;
  /** Where people are to find the pages: the one address that sign-in returns to. */
  readonly publicUrl: URL;
}

const NOT_PAGES = /^\/(api|auth|idp|store|assets)(\/|$)/;

/** Pages whose addresses end in the path of a file. */
const PAGES_OF_FILES = /^\/ip\/download_auth\//;

/** Whether a call that no route takes is a person opening a page of the application. */
export function isPage(request: FastifyRequest): boolean {
  const path = request.url.split("?", 1)[0] ?? "";
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  if (PAGES_OF_FILES.test(path)) return true;
  return !NOT_PAGES.test(path) && !(path.split("/").at(-1) ?? "").includes(".");
}

/** The public address of a page that was opened by another name of this same machine. */
export function properAddress(request: FastifyRequest, publicUrl: URL): string | undefined {
  const host = request.headers.host ?? "";
  const name = host.replace(/:\d+$/, "");
  if (host === publicUrl.host || !LOOPBACK.has(name) || !LOOPBACK.has(publicUrl.hostname))
    return undefined;
  // Only the path is the caller's; as a path it cannot lead to another host.
  const target = new URL(publicUrl);
  const [path = "/", query = ""] = request.url.split("?", 2);
  target.pathname = path;
  target.search = query;
  return target.href;
}

function pageReader(folder: string): (nonce: string) => Promise<string> {
  const path = join(folder, "index.html");
  let kept: { time: number; text: string } | undefined;
  return async (nonce) => {
    const time = (await stat(path).catch(() => undefined))?.mtimeMs;
    if (time === undefined) throw new AppError("ROUTE_NOT_FOUND", "the web pages are not built");
    if (kept?.time !== time) kept = { time, text: await readFile(path, "utf8") };
    return kept.text.replace("</head>", `<meta name="csp-nonce" content="${nonce}" /></head>`);
  };
}

/**
 * Serves the built web application. Returns the reply to a call that no route takes: a page where
 * a person opens one, undefined otherwise.
 */
export async function webPages(
  app: FastifyInstance,
  options: WebOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<boolean>> {
  const built = await stat(options.folder).catch(() => undefined);
  if (built !== undefined)
    await app.register(serveFiles, {
      root: options.folder,
      index: false,
      preCompressed: true,
      // A folder is a page, not a refusal: `/` above all. Source maps are for those who build.
      allowedPath: (path) => !path.endsWith("/") && !/\.map(\.|$)/.test(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes("/assets/");
        const caching = isHashed ? "public, max-age=31536000, immutable" : "no-cache";
        void reply.header("cache-control", caching);
        void reply.header("content-security-policy", pagePolicy(options.origins));
      },
    });
  const read = pageReader(options.folder);
  return async (request, reply) => {
    if (!isPage(request)) return false;
    const elsewhere = properAddress(request, options.publicUrl);
    if (elsewhere !== undefined) {
      void reply.header("cache-control", "no-store").redirect(elsewhere, 302);
      return true;
    }
    const nonce = newNonce();
    const page = await read(nonce);
    void reply
      .code(200)
      .header("content-security-policy", pagePolicy(options.origins, nonce))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(page);
    return true;
  };
}
