import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validatorCompiler } from "fastify-type-provider-zod";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { describeError } from "./describe-error.ts";

/** What a caller gets to read whose query goes to a database at this address. */
async function answerFrom(host: string, port = 5432): Promise<string> {
  const pool = new pg.Pool({ host, port, user: "nobody", connectionTimeoutMillis: 500 });
  onTestFinished(() => pool.end());
  const error: unknown = await pool.query("SELECT 1").catch((thrown: unknown) => thrown);
  return describeError(error).code;
}

/** A port where each connection is treated so. */
async function listening(treat: (socket: Socket) => void): Promise<number> {
  const server = createServer(treat).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a database whose socket is not there is away", async () => {
  expect(await answerFrom(join(tmpdir(), "swath-no-such-socket"))).toBe("STORE_UNAVAILABLE");
});

test("a database whose host has no name is away", async () => {
  expect(await answerFrom("no-such-host.invalid")).toBe("STORE_UNAVAILABLE");
});

test.each([
  ["ends", (socket: Socket) => void socket.end()],
  ["resets", (socket: Socket) => void socket.resetAndDestroy()],
  ["does not answer on", () => {}],
])("a database that %s each connection is away", async (_how, treat) => {
  expect(await answerFrom("127.0.0.1", await listening(treat))).toBe("STORE_UNAVAILABLE");
});

test("no database is away for a file that is missing, nor for a caller who goes", () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
  expect(describeError(missing).code).toBe("INTERNAL");
  const gone = Object.assign(new Error("aborted"), { code: "ECONNRESET", statusCode: 400 });
  expect(describeError(gone).code).toBe("INVALID_REQUEST");
});

/** What a caller reads whose body misses a schema. */
function messageOf(schema: z.ZodType, value: unknown): string {
  const { error: validation } = validatorCompiler({ schema } as never)(value) as never;
  const refused = new Error("refused");
  return describeError(Object.assign(refused, { validation, validationContext: "body" })).message;
}

test("what misses every shape of a call is told by the shape that it nearly fits", () => {
  const shape = z.union([
    z.strictObject({ status: z.literal("FAILED"), reason: z.string().min(1, "says why") }),
    z.strictObject({ paths: z.array(z.string()), at: z.number() }),
  ]);
  expect(messageOf(shape, { status: "FAILED", reason: "" })).toBe("reason: says why");
  expect(messageOf(z.strictObject({}), "text")).toMatch(/^what was sent: /);
});
