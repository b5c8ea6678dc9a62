import { AppError } from "@swath/contract/errors";
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from "fastify-type-provider-zod";
import type { z } from "zod";
import { codeOf } from "../system.ts";

/** Fastify's own refusals of what a client sent. */
const REFUSALS: Readonly<Record<string, (message: string) => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError("ENTITY_TOO_LARGE", "the body is too large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError("UNSUPPORTED_MEDIA_TYPE", "the call does not take a body of this type"),
  FST_ERR_BAD_URL: () => new AppError("INVALID_REQUEST", "the address is malformed"),
};
/** Codes of Node and PostgreSQL for a database that is away, starts, or stops. */
const AWAY_CODES =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|08...|53300|25P03)$/;
/** What `pg` says without a code of connections that broke, or were not answered. */
const AWAY_WORDS =
  /^Connection terminated|^timeout e(xceeded when trying to connect|xpired)$|^Query read timeout$| and is not queryable$/;

/** A socket of PostgreSQL that is not there is no missing file of ours. */
function isDatabaseAway(error: Error, code: string): boolean {
  const isConnecting = "syscall" in error && error.syscall === "connect";
  return isConnecting || AWAY_CODES.test(code) || (code === "" && AWAY_WORDS.test(error.message));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface Issue {
  readonly path: readonly string[];
  readonly message: string;
}

function issueOf(issue: ZodFastifySchemaValidationError): Issue {
  const path = issue.instancePath.split("/").filter((segment) => segment !== "");
  const { errors } = issue.params;
  return innermost(path, { message: textOf(issue.message), errors });
}

/** Of a union, "Invalid input" says nothing: the issue of the shape that fits it furthest. */
function innermost(
  path: readonly string[],
  { message, errors }: { readonly message: string; readonly errors?: unknown },
): Issue {
  const shapes = (Array.isArray(errors) ? errors : []) as readonly (readonly z.core.$ZodIssue[])[];
  const [nearest] = shapes.toSorted((a, b) => a.length - b.length);
  const [first] = nearest ?? [];
  if (first === undefined) return { path, message };
  return innermost([...path, ...first.path.map(String)], first);
}

const PARTS: Readonly<Record<string, string>> = {
  body: "what was sent",
  querystring: "the address",
};

/** What is wrong with a part of a call, by the first of its issues. */
export function invalidPart(part: string, issues: readonly Issue[]): AppError {
  const [first] = issues;
  const place =
    first === undefined || first.path.length === 0 ? (PARTS[part] ?? part) : first.path.join(".");
  return new AppError("INVALID_REQUEST", `${place}: ${first?.message ?? "is not valid"}`, {
    part,
    issues: issues.slice(0, 20),
  });
}

/** The error that a client receives; anything that is not its fault becomes INTERNAL. */
export function describeError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidPart(textOf(error.validationContext), error.validation.map(issueOf));
  if (!(error instanceof Error)) return internal(error);
  const code = codeOf(error);
  const refusal = REFUSALS[code];
  if (refusal !== undefined) return refusal(error.message);
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (typeof status === "number" && status >= 400 && status < 500)
    return new AppError("INVALID_REQUEST", error.message);
  if (isDatabaseAway(error, code))
    return new AppError("STORE_UNAVAILABLE", "the database does not answer", {}, { cause: error });
  return internal(error);
}

function internal(cause: unknown): AppError {
  return new AppError("INTERNAL", "the server failed to do this", {}, { cause });
}
