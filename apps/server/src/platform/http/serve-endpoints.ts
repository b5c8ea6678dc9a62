import type {
  ChangeTopic,
  Endpoint,
  ParamsOf,
  QueryOf,
  ServiceName,
} from "@swath/contract/endpoint";
import { AppError, errorBodySchema } from "@swath/contract/errors";
import { type Identity, may } from "@swath/contract/identity";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { CALLS_OF_PERSON, MINUTE_MS, tooMany } from "./call-limits.ts";
import { BODY_BYTES } from "./json-bodies.ts";
import { type ReceivedForm, withForm } from "./receive-form.ts";
import { IDENTITY } from "./refusals.ts";
import { rememberReplies, type Version } from "./reply-cache.ts";
import type { Call, Serve } from "./serve.ts";
import { streamedBody, type StreamedBody } from "./streamed-body.ts";

export interface ServeOptions {
  /** Who the bearer of an `authorization` header is; throws UNAUTHENTICATED or TOKEN_EXPIRED. */
  readonly authenticate: (authorization: string | undefined) => Promise<Identity>;
  /** What calls name the session of that bearer by. */
  readonly sessionOf?: (authorization: string | undefined) => Promise<string | undefined>;
  /** Throws REAUTHENTICATION_REQUIRED; without it whatever takes a recent sign-in is refused so. */
  readonly checkRecentSignIn?: (authorization: string | undefined) => Promise<void>;
  /** Most calls of one person in a minute; {@link CALLS_OF_PERSON} by default. */
  readonly callsOfPerson?: number;
  /** Of what endpoints declare that their replies change with; without it nothing is remembered. */
  readonly versions?: Readonly<Record<ChangeTopic, Version>>;
}

async function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  options: ServeOptions,
): Promise<void> {
  const identity = await options.authenticate(request.headers.authorization);
  request.setDecorator(IDENTITY, identity);
  if (!may(identity.roles, endpoint.permission))
    throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
      permission: endpoint.permission,
    });
  if (takesRecentSignIn(request, endpoint, identity))
    await (options.checkRecentSignIn ?? refuseRecentSignIn)(request.headers.authorization);
}

/** Without the permission the call itself is refused, which no sign-in helps. */
function takesRecentSignIn(
  request: FastifyRequest,
  endpoint: Endpoint,
  { roles }: Identity,
): boolean {
  const { recentSignIn } = endpoint;
  if (recentSignIn === undefined || !may(roles, recentSignIn.of)) return false;
  const sent = request.query as Readonly<Record<string, unknown>>;
  return Object.entries(recentSignIn.query ?? {}).every(([name, value]) => sent[name] === value);
}

async function refuseRecentSignIn(): Promise<void> {
  throw new AppError("REAUTHENTICATION_REQUIRED", "sign in again to do this");
}

type Limit = (request: FastifyRequest) => Promise<void>;

/**
 * Counts the calls of each person, once known, and those of each person to an endpoint that allows fewer;
 * throws TOO_MANY_REQUESTS. For an application of {@link limitAddresses}.
 */
export function limitPeople(
  app: FastifyInstance,
  callsOfPerson: number,
): (endpoint: Endpoint) => Limit {
  const limit = (max: number): Limit => {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => request.getDecorator<Identity>(IDENTITY).subject,
    });
    return async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
    };
  };
  const all = limit(callsOfPerson);
  // One for all services that an endpoint is served under.
  const own = new Map<Endpoint, Limit>();
  return (endpoint) => {
    const { callsPerMinute } = endpoint;
    if (callsPerMinute === undefined) return all;
    const few = own.get(endpoint) ?? limit(callsPerMinute);
    own.set(endpoint, few);
    return async (request) => {
      await all(request);
      await few(request);
    };
  };
}

function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("the caller went away"));
  });
  return controller.signal;
}

/** The form or the body of an endpoint that takes one of them by itself. */
interface Received {
  readonly form?: ReceivedForm;
  readonly body?: StreamedBody;
}

function callOf<R extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, body = request.body as never }: Received,
  options: ServeOptions,
): Call<R> {
  return {
    params: request.params as ParamsOf<R>,
    query: request.query as QueryOf<R>,
    body: body as Call<R>["body"],
    form: form as Call<R>["form"],
    identity: request.getDecorator<Identity>(IDENTITY),
    session: async () => options.sessionOf?.(request.headers.authorization),
    isOwnToken: (token) => request.headers.authorization === `Bearer ${token}`,
    from: { address: request.ip, requestId: request.id },
    signal: whenGone(reply),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

function schemaOf(endpoint: Endpoint, service: ServiceName) {
  return {
    summary: endpoint.summary,
    tags: [service],
    security: [{ bearer: [] }],
    params: endpoint.params ?? z.object({}),
    querystring: endpoint.query ?? z.strictObject({}),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: {
      ...(endpoint.file === undefined ? { 200: endpoint.reply ?? z.undefined() } : {}),
      "4xx": errorBodySchema,
      "5xx": errorBodySchema,
    },
  };
}

type Handler = (call: Call<Endpoint>) => Promise<unknown>;

/** Has the handler answer a call; that of a form runs once the form is there, a streamed body is its own to read. */
function answering(endpoint: Endpoint, handler: Handler, options: ServeOptions) {
  const { form: shape, streamed, bodyLimit = BODY_BYTES } = endpoint;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = (received: Received) => handler(callOf(request, reply, received, options));
    if (shape === undefined && streamed !== true) return answer({});
    // A call without a body reaches this, whatever bodies are taken.
    if (request.headers["content-type"] === undefined) {
      const taken = shape === undefined ? "JSON" : "a form";
      throw new AppError("UNSUPPORTED_MEDIA_TYPE", `the call takes ${taken}`);
    }
    if (shape === undefined) return answer({ body: streamedBody(request.raw, bodyLimit) });
    return withForm(request.raw, shape, (form) => answer({ form }));
  };
}

/** A file goes as it is; a long reply in slices, and is not compared with its shape once more. */
function replyWith(value: unknown, { file }: Endpoint, reply: FastifyReply): unknown {
  if (file !== undefined) {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    return reply.type(file).send(Buffer.from(buffer, byteOffset, byteLength));
  }
  if (!hasLongList(value)) return value;
  return reply.type("application/json; charset=utf-8").send(longJson(value));
}

/** The one type of a body that its handler reads; undefined where bodies are read for it. */
function ownType(endpoint: Endpoint): string | undefined {
  if (endpoint.form !== undefined) return "multipart/form-data";
  return endpoint.streamed === true ? "application/json" : undefined;
}

/** Bodies of this type are left to their handlers, and nothing else is a body. */
async function leaveBodies(app: FastifyInstance, type: string): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(type, (_request, _body, done) => done(null));
  // A streamed body is validated by its handler.
  app.setValidatorCompiler((part) =>
    part.httpPart === "body" ? (value) => ({ value }) : validatorCompiler(part as never),
  );
}

/** Makes {@link Serve} for an application built by `buildHttp`. */
export function serveOn(app: FastifyInstance, options: ServeOptions): Serve {
  const limit = limitPeople(app, options.callsOfPerson ?? CALLS_OF_PERSON);
  const add = (
    to: FastifyInstance,
    endpoint: Endpoint,
    service: ServiceName,
    handler: Handler,
  ): void => {
    const { bodyLimit, cache, maxValues } = endpoint;
    const version = cache && options.versions?.[cache.changesWith];
    const count = limit(endpoint);
    const answer = answering(endpoint, handler, options);
    to.route({
      method: endpoint.method,
      url: `/api/${service}${endpoint.path}`,
      schema: schemaOf(endpoint, service),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(version === undefined ? {} : rememberReplies(version)),
      config: {
        revalidated: cache !== undefined,
        ...(maxValues === undefined ? {} : { maxValues }),
      },
      // After the address's calls were counted, and before the body is read: a stranger's bytes are
      // not worth a buffer.
      preParsing: async (request) => {
        await admit(request, endpoint, options);
        await count(request);
      },
      handler: async (request, reply) => replyWith(await answer(request, reply), endpoint, reply),
    });
  };
  return (endpoint, handler) => {
    const type = ownType(endpoint);
    for (const service of endpoint.services)
      if (type === undefined) add(app, endpoint, service, handler);
      else
        void app.register(async (scope) => {
          await leaveBodies(scope, type);
          add(scope, endpoint, service, handler);
        });
  };
}

/** Lists longer than this are written in slices of so many. */
const SLICE = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > SLICE;

/** Whether one of a reply's own fields is so long a list that its JSON would hold up the event loop. */
export function hasLongList(reply: unknown): reply is Fields {
  return typeof reply === "object" && reply !== null && Object.values(reply).some(isLong);
}

async function* pieces(reply: Fields): AsyncGenerator<string> {
  let before = "{";
  for (const [key, value] of Object.entries(reply)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ",";
    if (isLong(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield before === "{" ? "{}" : "}";
}

async function* listPieces(list: readonly unknown[]): AsyncGenerator<string> {
  for (let at = 0; at < list.length; at += SLICE) {
    const slice = JSON.stringify(list.slice(at, at + SLICE)).slice(1, -1);
    yield `${at === 0 ? "[" : ","}${slice}`;
    await nextTurn();
  }
  yield "]";
}

/** The JSON of a reply as a stream; other work of the process has its turn between. */
export function longJson(reply: Fields): Readable {
  return Readable.from(pieces(reply), { objectMode: false });
}
