import { AppError, type ErrorBody } from "@swath/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError } from "./describe-error.ts";

/** Sends the one form of an error, and returns it. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): AppError {
  const described = describeError(error);
  if (described.status >= 500)
    request.log.error({ err: described.cause ?? described }, described.message);
  const body: ErrorBody = {
    code: described.code,
    message: described.message,
    details: { ...described.details },
    requestId: request.id,
  };
  if (described.code === "TOO_MANY_REQUESTS")
    void reply.header("retry-after", String(described.details["retryAfterSeconds"]));
  if (described.status === 401) void reply.header("www-authenticate", "Bearer");
  void reply
    .code(described.status)
    .header("cache-control", "no-store")
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
  return described;
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[^/]+/g, "[^/]+")}$`,
  );

/** Remembers which methods each path has, to distinguish a wrong method from a wrong path. */
export function knowMethods(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const entry = known.get(url) ?? { pattern: pattern(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });
  return (path) => {
    const entries = [...known.values()].filter((entry) => entry.pattern.test(path));
    return Array.from(new Set(entries.flatMap((entry) => Array.from(entry.methods))));
  };
}

/** The error for a call that no route takes; sets `allow` where only the method was wrong. */
export function noRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: (path: string) => string[],
): AppError {
  const path = request.url.split("?", 1)[0] ?? "";
  const methods = methodsOf(path);
  if (methods.length === 0) return new AppError("ROUTE_NOT_FOUND", `there is nothing at ${path}`);
  void reply.header("allow", methods.join(", "));
  return new AppError("METHOD_NOT_ALLOWED", `${request.method} is not a method of ${path}`, {
    allowed: methods,
  });
}
