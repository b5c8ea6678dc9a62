import {
  type BodyInput,
  type Endpoint,
  type ParamsInput,
  pathOf,
  type QueryInput,
  type ReplyOf,
  type ServiceName,
} from "@swath/contract/endpoint";
import type { ErrorCode } from "@swath/contract/errors";
import { createContext, use } from "react";
import { notSignedIn, refusal, unreachable } from "./api-error.ts";

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The server's calls, as the signed-in user. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === undefined) throw new Error("useApi outside of ApiProvider");
  return api;
}

export interface ApiRequest<R extends Endpoint> {
  readonly params?: ParamsInput<R> | undefined;
  readonly query?: QueryInput<R> | undefined;
  readonly body?: BodyInput<R> | undefined;
  /** In place of a body, where the endpoint takes a form. */
  readonly form?: FormData | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Which of the endpoint's services to ask; its first unless named. */
  readonly service?: ServiceName | undefined;
  /** Must be sent even if the page closes at once; the body may then take 64 KiB at most. */
  readonly keepalive?: boolean | undefined;
}

export interface Page<T> {
  readonly items: T;
  /** How many there are on all pages, from x-total-count. */
  readonly total: number;
}

/** The server's calls, typed by their endpoints; a refusal is thrown as an ApiError. */
export interface Api {
  call<R extends Endpoint>(endpoint: R, request?: ApiRequest<R>): Promise<ReplyOf<R>>;
  list<R extends Endpoint>(endpoint: R, request?: ApiRequest<R>): Promise<Page<ReplyOf<R>>>;
  /** A file, where the endpoint answers one. */
  file(endpoint: Endpoint, request?: ApiRequest<Endpoint>): Promise<NamedFile>;
}

export interface NamedFile {
  readonly file: Blob;
  /** From x-name. */
  readonly name: string;
}

export interface TokenSource {
  /** The bearer to send now, or undefined where nobody is signed in. */
  token(): Promise<string | undefined>;
  /** A newer bearer than the refused one, or undefined where there is none. */
  tokenAfter(refused: string | undefined): Promise<string | undefined>;
}

/** An answer, and the token that it was given to. */
interface Sent {
  readonly response: Response;
  readonly token: string;
}

interface ApiPorts {
  readonly fetch: typeof fetch;
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly tokens: TokenSource;
  /**
   * Has the person sign in again, and answers whether that was done; `repeated` where the last time
   * did not suffice. Without it what takes a recent sign-in fails.
   */
  readonly reauthenticate?: (repeated: boolean) => Promise<boolean>;
  /** Told of the release of the server that answered. */
  readonly onRelease?: (release: string) => void;
}

/**
 * Makes the calls of the contract's endpoints over fetch. A 401 leads to one silent renewal and one
 * more attempt; without a token nothing is sent, which a server would only refuse and record. A call
 * that takes a recent sign-in waits for one and is sent again. An aborted call throws the signal's
 * reason, all else an ApiError.
 */
export function createApi(ports: ApiPorts): Api {
  const send = async (url: string, init: RequestInit, token: string): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    try {
      const response = await ports.fetch(url, { ...init, headers });
      const release = response.headers.get("x-swath-release");
      if (release !== null) ports.onRelease?.(release);
      return response;
    } catch (error) {
      init.signal?.throwIfAborted();
      throw unreachable(error);
    }
  };
  const attempt = async (url: string, init: RequestInit, token: string): Promise<Sent> => {
    const response = await send(url, init, token);
    if (response.status !== 401) return { response, token };
    const newer = await ports.tokens.tokenAfter(token);
    if (newer === undefined) return { response, token };
    return { response: await send(url, init, newer), token: newer };
  };
  const ask = async <R extends Endpoint>(
    endpoint: R,
    request: ApiRequest<R>,
  ): Promise<Response> => {
    const url = urlOf(ports.services[request.service ?? endpoint.services[0]], endpoint, request);
    const init = initOf(endpoint, request);
    let next = await ports.tokens.token();
    for (let repeated = false; ; repeated = true) {
      if (next === undefined) throw notSignedIn();
      const { response, token } = await attempt(url, init, next);
      if (response.ok) return response;
      const error = await refusal(response);
      const mayPass = error.code === ("REAUTHENTICATION_REQUIRED" satisfies ErrorCode);
      if (!mayPass || !(await ports.reauthenticate?.(repeated))) throw error;
      request.signal?.throwIfAborted();
      // The sign-in began another session, which ended the token's.
      next = await ports.tokens.tokenAfter(token);
    }
  };
  return {
    call: async (endpoint, request = {}) => replyOf(endpoint, await ask(endpoint, request)),
    list: async (endpoint, request = {}) => {
      const response = await ask(endpoint, request);
      const total = Number(response.headers.get("x-total-count") ?? "0");
      return { items: await replyOf(endpoint, response), total };
    },
    file: async (endpoint, request = {}) => {
      const response = await ask(endpoint, request);
      return { file: await read(response.blob()), name: response.headers.get("x-name") ?? "" };
    },
  };
}

async function replyOf<R extends Endpoint>(endpoint: R, response: Response): Promise<ReplyOf<R>> {
  if (endpoint.reply === undefined) return undefined as ReplyOf<R>;
  return read(response.json() as Promise<ReplyOf<R>>);
}

/** The body of an answer; where the rest of it does not come, the server is not reached. */
async function read<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable(error);
  }
}

function urlOf<R extends Endpoint>(base: string, endpoint: R, request: ApiRequest<R>): string {
  const query = new URLSearchParams();
  const values = Object.entries<string | number | boolean | undefined>(request.query ?? {});
  for (const [name, value] of values) if (value !== undefined) query.append(name, String(value));
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return (
    base + pathOf(endpoint.path, request.params as Record<string, string> | undefined) + search
  );
}

function initOf<R extends Endpoint>(endpoint: R, request: ApiRequest<R>): RequestInit {
  return {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    },
    credentials: "omit",
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.form === undefined ? {} : { body: request.form }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.keepalive === undefined ? {} : { keepalive: request.keepalive }),
  };
}
