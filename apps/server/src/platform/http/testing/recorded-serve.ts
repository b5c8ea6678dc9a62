import { AppError } from "@swath/contract/errors";
import { type Identity, may, type Role } from "@swath/contract/identity";
import type { ReplyOf, Endpoint } from "@swath/contract/endpoint";
import type { z } from "zod";
import type { ReceivedForm } from "../receive-form.ts";
import type { Call, Serve } from "../serve.ts";
import type { StreamedBody } from "../streamed-body.ts";

export interface RecordedRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly form?: ReceivedForm;
  readonly identity?: Identity;
  /** What calls name the bearer's session by. */
  readonly session?: string;
  /** What the call is made with. */
  readonly token?: string;
}

/** An identity for tests: subject `crew`, name `Crew`, base group and what else is given. */
export function testIdentity(subject: string, ...roles: Role[]): Identity {
  const name = subject.charAt(0).toUpperCase() + subject.slice(1);
  return {
    subject,
    name,
    givenName: name,
    familyName: "",
    email: `${subject}@example.test`,
    roles: ["base", ...roles],
  };
}

function parsed(shape: z.ZodType | undefined, value: unknown): unknown {
  const result = shape?.safeParse(value);
  if (result?.success === false) throw new AppError("INVALID_REQUEST", result.error.message);
  return result?.data;
}

/** A streamed body as its handler reads it: JSON, not validated. */
function streamOf(body: unknown): StreamedBody {
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(body) ?? "");
  }
  return { received: (task) => task(read) };
}

function formOf(endpoint: Endpoint, { form }: RecordedRequest): ReceivedForm | undefined {
  if (endpoint.form === undefined || form === undefined) return undefined;
  return { ...form, fields: endpoint.form.fields.parse(form.fields) };
}

/** {@link Serve} without HTTP: permissions and shapes are checked as over the wire, tokens are not. */
export function recordServe() {
  const handlers = new Map<Endpoint, (call: Call<Endpoint>) => Promise<unknown>>();
  const serve: Serve = (endpoint, handler) => {
    handlers.set(endpoint, handler);
  };
  async function ask<R extends Endpoint>(
    endpoint: R,
    request: RecordedRequest = {},
  ): Promise<{ reply: ReplyOf<R>; headers: Record<string, string> }> {
    const headers: Record<string, string> = {};
    const handler = handlers.get(endpoint);
    if (handler === undefined)
      throw new Error(`nothing serves ${endpoint.method} ${endpoint.path}`);
    const identity = request.identity ?? testIdentity("crew");
    if (!may(identity.roles, endpoint.permission))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this");
    const reply = await handler({
      params: parsed(endpoint.params, request.params ?? {}) as Call<Endpoint>["params"],
      query: parsed(endpoint.query, request.query ?? {}),
      body: endpoint.streamed ? streamOf(request.body) : parsed(endpoint.body, request.body),
      form: formOf(endpoint, request) as Call<Endpoint>["form"],
      identity,
      session: async () => request.session,
      isOwnToken: (token) => token === request.token,
      from: { address: "192.0.2.1", requestId: "test" },
      signal: new AbortController().signal,
      setHeader: (name, value) => {
        headers[name] = value;
      },
    });
    return { reply: (endpoint.reply?.parse(reply) ?? reply) as ReplyOf<R>, headers };
  }
  return { serve, ask };
}
