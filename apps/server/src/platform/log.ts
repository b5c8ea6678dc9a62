import { pino, type DestinationStream, type Logger } from "pino";

/** What never reaches a log: whatever opens a door. */
const SECRET =
  /^(authorization|cookie|set-cookie|(access_|refresh_|id_)?token|password|client_secret|device_code|code_verifier)$/i;
/** Of the parameters of an address or a form also what a sign-in is ended by; an error's code is none. */
const SECRET_PARAMETER = /^(code|state|nonce|id_token_hint|user_code)$/i;
const HIDDEN = "[hidden]";
const UNREADABLE = "[unreadable]";
/** An object that lies deeper is not written: a socket in an error leads through half the program. */
const DEEPEST = 8;
/** Fastify writes these two itself, by what it needs of them. */
const FASTIFYS: ReadonlySet<string> = new Set(["req", "res"]);

type Entries = Iterable<readonly [name: unknown, value: unknown]>;

function errorEntries(error: Error): Entries {
  const { message, stack, cause, errors } = error as Error & { errors?: unknown };
  const type = error.constructor.name;
  return [...Object.entries(error), ...Object.entries({ type, message, stack, cause, errors })];
}

function isTable(value: object): value is Entries & object {
  return value instanceof Map || value instanceof URLSearchParams || value instanceof Headers;
}

/** The names and values of an object; undefined where it says itself how it is written. */
function entriesOf(value: object): Entries | undefined {
  if (value instanceof Error) return errorEntries(value);
  if (isTable(value)) return value;
  return "toJSON" in value ? undefined : Object.entries(value);
}

/** Plain copies of what is written: what a library's object keeps to itself is never touched. */
class PlainCopy {
  readonly #above = new Set<object>();

  of(value: unknown): unknown {
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (this.#above.has(value) || this.#above.size > DEEPEST) return "[not written]";
    this.#above.add(value);
    try {
      return this.#ofObject(value);
    } catch {
      return UNREADABLE;
    } finally {
      this.#above.delete(value);
    }
  }

  #ofObject(value: object): unknown {
    if (Array.isArray(value)) return value.map((element) => this.of(element));
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    const entries = entriesOf(value);
    if (entries === undefined) return this.of(JSON.parse(JSON.stringify(value)));
    const isSecret = (name: string): boolean =>
      SECRET.test(name) || (isTable(value) && SECRET_PARAMETER.test(name));
    const copies = Array.from(entries, ([key, content]) => {
      const name = String(key);
      return [name, isSecret(name) ? HIDDEN : this.of(content)] as const;
    });
    return Object.fromEntries(copies);
  }
}

/** What a line says beside its words, without secrets; never throws: a log loses no line to what it is given. */
function plain(facts: Record<string, unknown>): Record<string, unknown> {
  const copyOf = (name: string): unknown => {
    try {
      if (FASTIFYS.has(name)) return facts[name];
      return SECRET.test(name) ? HIDDEN : new PlainCopy().of(facts[name]);
    } catch {
      return UNREADABLE;
    }
  };
  return Object.fromEntries(Object.keys(facts).map((name) => [name, copyOf(name)]));
}

/** The program's log: one JSON object a line, without secrets. */
export function createLog(
  options: { readonly level: string; readonly name: string },
  destination?: DestinationStream,
): Logger {
  const formatters = { log: plain, bindings: plain };
  const serializers = { err: (copy: unknown) => copy };
  return pino({ ...options, formatters, serializers }, destination);
}
