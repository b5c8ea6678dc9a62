import { AppError } from "@swath/contract/errors";
import { type Identity, may, type Role } from "@swath/contract/identity";
import type { ReplyOf, Route } from "@swath/contract/route";
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

function formOf(route: Route, { form }: RecordedRequest): ReceivedForm | undefined {
  if (route.form === undefined || form === undefined) return undefined;
  return { ...form, fields: route.form.fields.parse(form.fields) };
}

/** {@link Serve} without HTTP: permissions and shapes are checked as over the wire, tokens are not. */
export function recordServe() {
  const handlers = new Map<Route, (call: Call<Route>) => Promise<unknown>>();
  const serve: Serve = (route, handler) => {
    handlers.set(route, handler);
  };
  async function ask<R extends Route>(
    route: R,
    request: RecordedRequest = {},
  ): Promise<{ reply: ReplyOf<R>; headers: Record<string, string> }> {
    const headers: Record<string, string> = {};
    const handler = handlers.get(route);
    if (handler === undefined) throw new Error(`nothing serves ${route.method} ${route.path}`);
    const identity = request.identity ?? testIdentity("crew");
    if (!may(identity.roles, route.permission))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this");
    const reply = await handler({
      params: parsed(route.params, request.params ?? {}) as Call<Route>["params"],
      query: parsed(route.query, request.query ?? {}),
      body: route.streamed ? streamOf(request.body) : parsed(route.body, request.body),
      form: formOf(route, request) as Call<Route>["form"],
      identity,
      session: async () => request.session,
      isOwnToken: (token) => token === request.token,
      from: { address: "192.0.2.1", requestId: "test" },
      signal: new AbortController().signal,
      setHeader: (name, value) => {
        headers[name] = value;
      },
    });
    return { reply: (route.reply?.parse(reply) ?? reply) as ReplyOf<R>, headers };
  }
  return { serve, ask };
}
