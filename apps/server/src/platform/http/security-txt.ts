import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock/clock.ts";

export interface SecurityContact {
  /** A mailto: or https: address of those who run this installation; undefined: nothing is served. */
  readonly contact: string | undefined;
  readonly publicUrl: URL;
  readonly clock: Clock;
}

const PATH = "/.well-known/security.txt";
/** RFC 9116, section 2.5.5: less than a year. */
const VALID_MS = 180 * 86_400_000;

/** Says whom to tell of a vulnerability (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, options: SecurityContact): void {
  const { contact, publicUrl, clock } = options;
  if (contact === undefined) return;
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(clock().getTime() + VALID_MS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${new URL(PATH, publicUrl).href}`,
    ];
    void reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache");
    return `${lines.join("\n")}\n`;
  });
}
