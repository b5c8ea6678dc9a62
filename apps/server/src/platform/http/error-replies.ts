import { AppError, type ErrorBody } from "@swath/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError } from "./describe-error.ts";

/** Sends the one form of an error, and returns what the client was told. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): AppError {
  const told = describeError(error);
  if (told.status >= 500) request.log.error({ err: told.cause ?? told }, told.message);
  const body: ErrorBody = {
    code: told.code,
    message: told.message,
    details: { ...told.details },
    requestId: request.id,
  };
  if (told.code === "TOO_MANY_REQUESTS")
    void reply.header("retry-after", String(told.details["retryAfterSeconds"]));
  if (told.status === 401) void reply.header("www-authenticate", "Bearer");
  void reply
    .code(told.status)
    .header("cache-control", "no-store")
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
  return told;
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[^/]+/g, "[^/]+")}$`,
  );

/** Remembers which methods each path has, so that a wrong method is told from a wrong path. */
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
