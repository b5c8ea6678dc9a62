import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { LOOPBACK } from "./known-hosts.ts";

/** Who may read the measurements of a server, and what it depends on. */
export interface OperatorAccess {
  /** A bearer of the operator's programs; without one, `ownMachine` decides. */
  readonly token: string | undefined;
  /** Whether programs of the same machine may, without a token: that of the demonstration. */
  readonly ownMachine: boolean;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

function isDirect({ raw }: FastifyRequest): boolean {
  const address = (raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const own = LOOPBACK.has(address) || address === "::1";
  return own && FORWARDED.every((name) => raw.headers[name] === undefined);
}

/** The token of a call: its bearer, or the password of Basic (RFC 7617). */
function tokenOf({ headers: { authorization = "" } }: FastifyRequest): string {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (.*)$/.exec(authorization) ?? [];
  if (scheme !== "Basic") return value;
  const pair = Buffer.from(value, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

/** Whether a program's call carries a token. */
export const carriesToken = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(tokenOf(request)), digest(token));

/** Whether a call is the operator's. */
export function isOperator(request: FastifyRequest, access: OperatorAccess): boolean {
  if (access.token === undefined) return access.ownMachine && isDirect(request);
  const given = request.headers.authorization ?? "";
  return timingSafeEqual(digest(given), digest(`Bearer ${access.token}`));
}
