import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

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

/** Whether a value is data; `pg` hangs its client with the key that cancels statements on errors. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null || value instanceof Error || isTable(value);
}

function errorEntries(error: Error): Entries {
  const { message, stack, cause, errors } = error as Error & { errors?: unknown };
  const type = error.constructor.name;
  const own = Object.entries(error).filter(([, value]) => isData(value));
  return [...own, ...Object.entries({ type, message, stack, cause, errors })];
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

/** Milliseconds after a written error in which equal ones are counted instead. */
const QUIET_MS = 30_000;

interface Repeated {
  since: number;
  count: number;
}

/** What tells errors apart: words and reason, whatever numbers are in them; undefined without an error. */
function keyOf([facts, text]: readonly [
  facts: unknown,
  text?: string | undefined,
  ...more: unknown[],
]) {
  try {
    if (typeof facts !== "object" || facts === null || !("err" in facts)) return undefined;
    const { err } = facts;
    const reason = err instanceof Error ? err.message : String(err);
    return `${text} ${reason}`.replaceAll(/\d+/g, "0");
  } catch {
    return undefined;
  }
}

/**
 * Writes the first of equal errors, and after 30 s the next one with how many there were meanwhile: a
 * dependency that is away for an hour does not fill a disk. Errors of a call are written each, with its id.
 */
class ErrorStorm {
  readonly #now: () => number;
  readonly #known = new Map<string, Repeated>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many equal ones were left out before this one; undefined where this one is. */
  admit(key: string): number | undefined {
    const now = this.#now();
    const known = this.#known.get(key);
    if (known !== undefined && now - known.since < QUIET_MS) {
      known.count++;
      return undefined;
    }
    if (known === undefined) this.#forget(now);
    this.#known.set(key, { since: now, count: 0 });
    return known?.count ?? 0;
  }

  #forget(now: number): void {
    for (const [key, { since }] of this.#known)
      if (now - since > 2 * QUIET_MS) this.#known.delete(key);
  }
}

/** The program's log: one JSON object a line, without secrets. */
export function createLog(
  options: { readonly level: string; readonly name: string },
  destination?: DestinationStream,
  now: () => number = () => performance.now(),
): Logger {
  const storm = new ErrorStorm(now);
  const formatters = { log: plain, bindings: plain };
  const serializers = { err: (copy: unknown) => copy };
  const hooks: LoggerOptions["hooks"] = {
    logMethod(words, method) {
      const key = "reqId" in this.bindings() ? undefined : keyOf(words);
      const left = key === undefined ? 0 : storm.admit(key);
      if (left === 0) method.apply(this, words);
      else if (left !== undefined)
        method.call(this, { ...(words[0] as object), repeated: left }, words[1]);
    },
  };
  return pino({ ...options, formatters, serializers, hooks }, destination);
}
