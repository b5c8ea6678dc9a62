import { AppError, errorBodySchema } from "@swath/contract/errors";
import { may, type Identity } from "@swath/contract/roles";
import type { BodyOf, ParamsOf, QueryOf, Route } from "@swath/contract/route";
import type { ServiceName } from "@swath/contract/settings";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { IDENTITY } from "./refusals.ts";
import { rememberReplies } from "./remember-replies.ts";
import type { ReplyMemory } from "./reply-memory.ts";
import type { Call, Serve } from "./serve.ts";

export interface ServeOptions {
  /** Who the bearer of an `authorization` header is; throws UNAUTHENTICATED or TOKEN_EXPIRED. */
  readonly authenticate: (authorization: string | undefined) => Promise<Identity>;
  /** Most bytes of a route's body, where it differs from Fastify's own limit of 1 MiB. */
  readonly bodyLimit?: (route: Route) => number | undefined;
  /** Of routes whose replies change only with a version. */
  readonly memory?: (route: Route) => ReplyMemory | undefined;
}

async function admit(request: FastifyRequest, route: Route, options: ServeOptions): Promise<void> {
  const identity = await options.authenticate(request.headers.authorization);
  request.setDecorator(IDENTITY, identity);
  if (may(identity.roles, route.permission)) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
    permission: route.permission,
  });
}

function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("the caller went away"));
  });
  return controller.signal;
}

function callOf<R extends Route>(request: FastifyRequest, reply: FastifyReply): Call<R> {
  return {
    params: request.params as ParamsOf<R>,
    query: request.query as QueryOf<R>,
    body: request.body as BodyOf<R>,
    identity: request.getDecorator<Identity>(IDENTITY),
    from: { address: request.ip, requestId: request.id },
    signal: whenGone(reply),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

function schemaOf(route: Route, service: ServiceName) {
  return {
    summary: route.summary,
    tags: [service],
    security: [{ bearer: [] }],
    params: route.params ?? z.object({}),
    querystring: route.query ?? z.strictObject({}),
    ...(route.body === undefined ? {} : { body: route.body }),
    response: {
      200: route.reply ?? z.undefined(),
      "4xx": errorBodySchema,
      "5xx": errorBodySchema,
    },
  };
}

/** Makes {@link Serve} for an application built by `buildHttp`. */
export function serveOn(app: FastifyInstance, options: ServeOptions): Serve {
  return (route, handler) => {
    for (const service of route.services) {
      const bodyLimit = options.bodyLimit?.(route);
      const memory = options.memory?.(route);
      app.route({
        method: route.method,
        url: `/api/${service}${route.path}`,
        schema: schemaOf(route, service),
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        ...(memory === undefined ? {} : rememberReplies(memory)),
        // Before the body is read: a stranger's bytes are not worth a buffer.
        onRequest: async (request) => {
          await admit(request, route, options);
        },
        handler: async (request, reply) => handler(callOf(request, reply)),
      });
    }
  };
}
