import type { z } from "zod";
import type { Permission } from "./identity/roles.ts";

/** The four services of the specification; each has its own base address. */
export const SERVICES = ["main", "processing", "terrain-mapper", "orchestration"] as const;
export type ServiceName = (typeof SERVICES)[number];

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Where the shapes of a call's parts are declared; what is left out is not accepted. */
interface Shapes {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply?: z.ZodType;
}

/** A `multipart/form-data` body: text fields, and at most one file. */
export interface FormShape {
  readonly fields: z.ZodType;
  readonly fileField: string;
  readonly maxFileBytes: number;
}

/** How old a sign-in may be where an endpoint asks for a recent one, in seconds. */
export const RECENT_SIGN_IN_S = 300;

/** What a server hears of the changes of, so that it may remember replies until the next one. */
export type ChangeTopic = "flights" | "processings" | "failures" | "news" | "settings";

/** One call of the API: the server registers it, the web app calls it, both from this declaration. */
export interface Endpoint extends Shapes {
  readonly method: Method;
  /** The services it is served under: `/api/{service}{path}`. */
  readonly services: readonly [ServiceName, ...ServiceName[]];
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly permission: Permission;
  readonly summary: string;
  /**
   * Asks those who hold a permission to have signed in a short while ago ({@link RECENT_SIGN_IN_S}),
   * for calls whose query holds these values.
   */
  readonly recentSignIn?: {
    readonly of: Permission;
    readonly query?: Readonly<Record<string, string>>;
  };
  /** In place of a body. */
  readonly form?: FormShape;
  /** The type of a file that it answers in place of a reply in JSON. */
  readonly file?: string;
  /** Most calls of one person in a minute, where that is less than of all calls together. */
  readonly callsPerMinute?: number;
  /** Most bytes of the body; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** Most values and members of a JSON body; 10,000 by default. */
  readonly maxValues?: number;
  /** The body may be large: the server's handler reads it piece by piece, and validates it itself. */
  readonly streamed?: true;
  /** Replies depend on the caller and the topic alone: a poll is answered 304 while that is unchanged. */
  readonly cache?: { readonly changesWith: ChangeTopic };
}

/** Declares an endpoint and keeps the exact types of its shapes. */
export function endpoint<const R extends Omit<Endpoint, "method" | "path">>(
  method: Method,
  path: string,
  declaration: R,
): R & Pick<Endpoint, "method" | "path"> {
  return { ...declaration, method, path };
}

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
/** The input that a client sends: defaults may be left out. */
export type ParamsInput<R extends Endpoint> = Sent<R["params"]>;
export type QueryInput<R extends Endpoint> = Sent<R["query"]>;
export type BodyInput<R extends Endpoint> = Sent<R["body"]>;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
/** The output that the server's handler receives and returns. */
export type ParamsOf<R extends Endpoint> = Parsed<R["params"]>;
export type QueryOf<R extends Endpoint> = Parsed<R["query"]>;
export type BodyOf<R extends Endpoint> = Parsed<R["body"]>;
export type ReplyOf<R extends Endpoint> = R["file"] extends string
  ? Uint8Array
  : Parsed<R["reply"]>;
export type FormFieldsOf<R extends Endpoint> = R["form"] extends FormShape
  ? z.output<R["form"]["fields"]>
  : undefined;

/** Fills a path's parameters in, each percent-encoded. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`no value for :${name} of ${path}`);
    return encodeURIComponent(value);
  });
}
