import { type Endpoint, pathOf, type ReplyOf, type ServiceName } from "@swath/contract/endpoint";
import { AppError, errorBodySchema, isErrorCode } from "@swath/contract/errors";
import { type WebConfig, webConfigSchema } from "@swath/contract/settings";
import type { ApiCalls, ApiRequest } from "@swath/upload-engine/ports";
import { CommandProblem, EXIT } from "./exit-codes.ts";

/** Where a server is, and who calls it. */
export interface Caller {
  readonly server: URL;
  /** Base address of each service, absolute or on the server. */
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly tokens: {
    token(): Promise<string>;
    /** A newer token than the refused one. */
    after(refused: string): Promise<string>;
  };
}

/** The server's calls as the engine expects them; a refused token is renewed, and the call made once more. */
export function apiCalls(caller: Caller): ApiCalls {
  const { tokens } = caller;
  return {
    call: async (endpoint, request) => {
      const url = urlOf(caller, endpoint, request);
      const token = await tokens.token();
      const reply = await send(url, endpoint, request, token);
      if (reply.status !== 401) return replyOf(endpoint, reply);
      await reply.body?.cancel();
      return replyOf(endpoint, await send(url, endpoint, request, await tokens.after(token)));
    },
  };
}

function urlOf<R extends Endpoint>(
  { server, services }: Caller,
  endpoint: R,
  { service, params, query }: ApiRequest<R>,
): URL {
  const path = pathOf(endpoint.path, params as Record<string, string> | undefined);
  const base = services[service ?? endpoint.services[0]];
  const url = new URL(base + path, server);
  const values = Object.entries<string | number | boolean | undefined>(query ?? {});
  for (const [name, value] of values)
    if (value !== undefined) url.searchParams.append(name, String(value));
  return url;
}

function send<R extends Endpoint>(
  url: URL,
  endpoint: R,
  { body, signal }: ApiRequest<R>,
  token: string,
): Promise<Response> {
  const headers = new Headers({ accept: "application/json", authorization: `Bearer ${token}` });
  if (body !== undefined) headers.set("content-type", "application/json");
  return fetch(url, {
    method: endpoint.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function replyOf<R extends Endpoint>(endpoint: R, reply: Response): Promise<ReplyOf<R>> {
  if (!reply.ok) throw await refusalOf(reply);
  if (endpoint.reply === undefined) return undefined as ReplyOf<R>;
  return (await reply.json()) as ReplyOf<R>;
}

/** An answer that is none of the contract's, as a proxy gives, counts as no response. */
async function refusalOf(reply: Response): Promise<Error> {
  const parsed = errorBodySchema.safeParse(await reply.json().catch(() => undefined));
  if (!parsed.success || !isErrorCode(parsed.data.code))
    return new Error(`the server answered ${reply.status}`);
  const { code, message, details } = parsed.data;
  return new AppError(code, message, details);
}

const partSchema = webConfigSchema.pick({ services: true, deviceSignIn: true, companions: true });
export type ServerConfig = Pick<WebConfig, "services" | "deviceSignIn" | "companions">;

/** What a server says of itself before anyone signs in; throws a CommandProblem. */
export async function readServerConfig(server: URL): Promise<ServerConfig> {
  const reply = await fetch(new URL("/config.json", server)).catch((error: unknown) => {
    throw new CommandProblem(EXIT.failed, `${server.origin} does not answer.`, error);
  });
  const body: unknown = reply.ok ? await reply.json().catch(() => undefined) : undefined;
  const parsed = partSchema.safeParse(body);
  if (!parsed.success)
    throw new CommandProblem(EXIT.failed, `${server.origin} is no Swath server.`, parsed.error);
  return parsed.data;
}
