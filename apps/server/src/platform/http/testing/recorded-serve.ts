import type { Identity, Role } from "@swath/contract/identity";
import type { ReplyOf, Route } from "@swath/contract/route";
import type { ReceivedForm } from "../receive-form.ts";
import type { Call, Serve } from "../serve.ts";

export interface RecordedRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly form?: ReceivedForm;
  readonly identity?: Identity;
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

function formOf(route: Route, { form }: RecordedRequest): ReceivedForm | undefined {
  if (route.form === undefined || form === undefined) return undefined;
  return { ...form, fields: route.form.fields.parse(form.fields) };
}

/** Handlers of a module without HTTP: shapes are checked as over the wire, tokens are not. */
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
    const reply = await handler({
      params: route.params?.parse(request.params ?? {}),
      query: route.query?.parse(request.query ?? {}),
      body: route.body?.parse(request.body),
      form: formOf(route, request) as Call<Route>["form"],
      identity: request.identity ?? testIdentity("crew"),
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
