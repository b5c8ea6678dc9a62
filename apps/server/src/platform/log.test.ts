import * as openid from "openid-client";
import { describe, expect, test } from "vitest";
import { createLog } from "./log.ts";

/** The line that a value makes, as the program's log writes it. */
function lineOf(value: object): Record<string, unknown> {
  const lines: string[] = [];
  const log = createLog({ level: "info", name: "test" }, { write: (line) => lines.push(line) });
  log.warn(value, "said");
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0]!) as Record<string, unknown>;
}

class Guarded {
  #own = 1;
  get size(): number {
    return this.#own;
  }
}
const circle: Record<string, unknown> = {};
circle["self"] = circle;

test("an error that the identity provider answered is written with what it was", () => {
  const parameters = new URLSearchParams({
    error: "access_denied",
    error_description: "no",
    code: "opensesame",
  });
  const error = new openid.AuthorizationResponseError("refused", { cause: parameters });
  const { err } = lineOf({ err: error });
  expect(err).toMatchObject({
    type: "AuthorizationResponseError",
    message: "refused",
    error: "access_denied",
    cause: { error: "access_denied", error_description: "no", code: "[hidden]" },
  });
});

test.each<[string, object]>([
  ["a reply", { err: Object.assign(new Error("x"), { response: new Response("x") }) }],
  ["headers", { headers: new Headers({ authorization: "Bearer hush", accept: "a/b" }) }],
  ["an object with private parts", { guarded: new Guarded() }],
  ["a getter that throws", Object.defineProperty({}, "it", { enumerable: true, get: boom })],
  [
    "one that lies deeper",
    { of: Object.defineProperty({}, "it", { enumerable: true, get: boom }) },
  ],
  ["a proxy that throws", { err: new Proxy(new Error("x"), { get: boom, ownKeys: boom }) }],
  ["a revoked proxy", { of: revoked() }],
  ["a circle", { circle }],
  ["a big integer", { bytes: 12n }],
  ["a time that is none", { at: new Date(Number.NaN) }],
  ["an error of errors", { err: new AggregateError([new Error("a"), new Guarded()], "both") }],
])("%s takes no line away", (_, value) => {
  const line = lineOf(value);
  expect(line["msg"]).toBe("said");
  expect(JSON.stringify(line)).not.toContain("hush");
});

test("objects of a library on an error are not written, its data is", () => {
  class Client {
    readonly secretKey = 2_099_708_167;
  }
  const facts = { code: "57P01", client: new Client(), details: { flight: "FL000001" } };
  const line = lineOf({ err: Object.assign(new Error("ended"), facts) });
  expect(line["err"]).toMatchObject({ code: "57P01", details: { flight: "FL000001" } });
  expect(JSON.stringify(line)).not.toContain("2099708167");
});

test("secrets are hidden however deep they lie, and however their names are spelt", () => {
  const text = JSON.stringify(
    lineOf({
      a: { b: { c: { d: { access_token: "hush" } } } },
      Authorization: "hush",
      list: [{ headers: new Map([["Set-Cookie", "hush"]]) }],
      err: new Error("x", { cause: { body: { refresh_token: "hush", id_token: "hush" } } }),
    }),
  );
  expect(text).not.toContain("hush");
  expect(text).toContain("[hidden]");
});

test("what is written is what was said, at the time of saying it", () => {
  const at = new Date(0);
  expect(
    lineOf({ at, to: new URL("https://swath.example/a"), list: [1, null, "b"] }),
  ).toMatchObject({
    at: "1970-01-01T00:00:00.000Z",
    to: "https://swath.example/a",
    list: [1, null, "b"],
  });
});

function logAt() {
  const lines: Record<string, unknown>[] = [];
  let ms = 0;
  const write = (line: string): void =>
    void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({ level: "info", name: "test" }, { write }, () => ms);
  return { log, lines, pass: (more: number) => (ms += more) };
}
const refused = (port: number) => ({ err: new Error(`connect ECONNREFUSED 127.0.0.1:${port}`) });

describe("equal errors", () => {
  test("are written once in half a minute, then with the number of the others", () => {
    const { log, lines, pass } = logAt();
    for (let port = 1; port <= 500; port++) log.warn(refused(port), "the database is away");
    expect(lines).toHaveLength(1);
    pass(29_999);
    log.warn(refused(1), "the database is away");
    expect(lines).toHaveLength(1);
    pass(1);
    log.warn(refused(1), "the database is away");
    expect(lines).toMatchObject([{}, { repeated: 500, msg: "the database is away" }]);
    expect(lines[0]).not.toHaveProperty("repeated");
  });

  test("of another reason, of other words, or without an error are written each", () => {
    const { log, lines } = logAt();
    log.warn(refused(1), "the database is away");
    log.warn({ err: new Error("timeout") }, "the database is away");
    log.warn(refused(1), "the store is away");
    log.info({ port: 1 }, "listening");
    log.info({ port: 2 }, "listening");
    expect(lines).toHaveLength(5);
  });

  test("of calls are written each, since each has its own id", () => {
    const { log, lines } = logAt();
    for (const reqId of ["a", "b"]) log.child({ reqId }).error(refused(1), "a call failed");
    expect(lines.map(({ reqId }) => reqId)).toEqual(["a", "b"]);
  });

  test("of an error that cannot be read are written all the same", () => {
    const { log, lines } = logAt();
    log.warn({ err: revoked() }, "odd");
    expect(lines).toHaveLength(1);
  });
});

function boom(): never {
  throw new Error("no");
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
