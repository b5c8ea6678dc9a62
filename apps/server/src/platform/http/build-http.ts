import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { ErrorBody } from "@swath/contract/errors";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler as compileZod,
} from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { constants } from "node:zlib";
import type { Logger } from "pino";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  guardedServer,
} from "../connections/guard-connections.ts";
import { CALLS_OF_ADDRESS, limitAddresses } from "./call-limits.ts";
import { allowOrigins } from "./cross-origin.ts";
import { knowMethods, noRoute, sendError } from "./error-replies.ts";
import type { Health } from "../health/health.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { type Remarks, reportHealth } from "./readiness.ts";
import { BODY_BYTES, takeJson } from "./json-bodies.ts";
import { refuseForeignHosts } from "./known-hosts.ts";
import { observeCalls } from "./observe-calls.ts";
import type { OperatorAccess } from "./operator.ts";
import { IDENTITY, type Refusal, refusalOf } from "./refusals.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";
import { tagEntities } from "./reply-cache.ts";
import { NO_PAGE_POLICY, pagePolicy, secureHeaders } from "./security-headers.ts";
import { traceCalls } from "./trace-calls.ts";
import { webPages } from "./web-pages.ts";

/** Checks the parts of a call by their shapes. Of a body that was left out, Fastify hands on null. */
const validatorCompiler: typeof compileZod = (part) => {
  const validate = compileZod(part);
  return part.httpPart === "body" ? (body) => validate(body ?? undefined) : validate;
};

/** The OpenAPI 3.1 description of every declared route, for people at `/api/docs`. */
async function describeApi(app: FastifyInstance, release: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Swath", version: release },
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply, payload) => {
      // Its own pages set styles in attributes; its scripts are files of ours.
      const policy = pagePolicy({}).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
      void reply.header("content-security-policy", policy);
      return payload;
    });
    await docs.register(swaggerUi, { routePrefix: "/api/docs" });
  });
}

export interface HttpOptions {
  readonly log: Logger;
  readonly release: string;
  /** Where people find the pages. */
  readonly publicUrl: URL;
  /** Folder of the built web application. */
  readonly webFolder: string;
  /** Other origins that pages talk to: the object store's. */
  readonly connect: readonly string[];
  /** Other origins whose pictures pages show: those of base maps. */
  readonly images?: readonly string[];
  /** What `/readyz` asks; all is well by default. */
  readonly health?: Health;
  /** What `/readyz` says beside its checks. */
  readonly remarks?: Remarks;
  /** Other names than the public address' by which calls may come; none by default. */
  readonly hosts?: readonly string[];
  /** Who may read `/metrics`; programs of this machine by default. */
  readonly operators?: OperatorAccess;
  /** The figures of the process; its own by default. */
  readonly metrics?: Metrics;
  /** Fastify's `trustProxy`: which proxies may say who the caller is. */
  readonly trustProxy: boolean | string;
  /** Most calls a minute of one address; {@link CALLS_OF_ADDRESS} by default. */
  readonly callsPerMinute?: number;
  /** How many connections there may be, and how slow; {@link CONNECTION_LIMITS} by default. */
  readonly connectionLimits?: ConnectionLimits;
  /** Other origins whose pages may call the API; none by default. */
  readonly webOrigins?: readonly string[];
  /** Its other addresses, to which its own pages may post; none by default. */
  readonly storeAddresses?: readonly string[];
  /** Called for every call that was refused. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

const WELL: Health = { findings: async () => [] };
/** The time in which the head of a request must have come. */
const HEAD_MS = 15_000;
/** Longer than the minute for which proxies keep theirs. */
const KEPT_ALIVE_MS = 72_000;
const REQUEST_ID = /^[\w.:-]{1,64}$/;

function requestId(headers: Record<string, unknown>): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Answers what is not HTTP in the one form of errors, and disconnects. */
function refuseMalformed(error: { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ERR_HTTP_REQUEST_TIMEOUT") return void socket.destroy();
  const body: ErrorBody = {
    code: "INVALID_REQUEST",
    message: "this is not a valid HTTP request",
    details: {},
    requestId: randomUUID(),
  };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  );
}

function createApp(options: HttpOptions): FastifyInstance {
  return Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => requestId(raw.headers),
    trustProxy: options.trustProxy,
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
    clientErrorHandler: refuseMalformed,
    routerOptions: { maxParamLength: 1_024 },
    forceCloseConnections: "idle",
    serverFactory: (handle) =>
      guardedServer(handle, options.connectionLimits ?? CONNECTION_LIMITS, {
        // Bodies may take hours: their pace is guarded instead.
        requestTimeout: 0,
        headersTimeout: HEAD_MS,
        connectionsCheckingInterval: HEAD_MS / 3,
        keepAliveTimeout: KEPT_ALIVE_MS,
      }),
    bodyLimit: BODY_BYTES,
  }) as unknown as FastifyInstance;
}

/** The HTTP application: headers, limits, one form of errors, health, metrics, pages; routes come after. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = createApp(options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest(IDENTITY, null);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(request, sendError(request, reply, error));
    if (refusal !== undefined) options.onRefusal?.(refusal);
  });
  takeJson(app);
  const methodsOf = knowMethods(app);
  app.addHook("onRequest", async (request, reply) => {
    void reply
      .header("x-request-id", request.id)
      // Pages of another release learn of it.
      .header("x-swath-release", options.release)
      .header("content-security-policy", NO_PAGE_POLICY)
      .header("permissions-policy", "camera=(), geolocation=(), microphone=()");
  });
  refuseForeignHosts(app, options.publicUrl, options.hosts ?? []);
  refuseUnstorable(app);
  await allowOrigins(app, {
    api: options.webOrigins ?? [],
    store: (options.storeAddresses ?? []).length > 0 ? [options.publicUrl.origin] : [],
  });
  await secureHeaders(app, options.publicUrl.protocol === "https:");
  await limitAddresses(app, options.callsPerMinute ?? CALLS_OF_ADDRESS);
  await app.register(cookie);
  tagEntities(app);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ["br", "gzip"],
    // Node's own default of 11 is for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await describeApi(app, options.release);
  const operators = options.operators ?? { token: undefined, ownMachine: true };
  traceCalls(app);
  observeCalls(app, operators, options.metrics ?? createMetrics());
  reportHealth(app, { health: options.health ?? WELL, remarks: options.remarks }, operators);
  const replyWithPage = await webPages(app, {
    folder: options.webFolder,
    origins: { connect: options.connect, images: options.images ?? [] },
    publicUrl: options.publicUrl,
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (await replyWithPage(request, reply)) return reply;
    sendError(request, reply, noRoute(request, reply, methodsOf));
    return reply;
  });
  return app;
}
