import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** A policy for replies that are no page: nothing in them may run, load or be framed. */
export const NO_PAGE_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Other origins that pages may use. */
export interface PageOrigins {
  /** Those they call. */
  readonly connect?: readonly string[];
  /** Those whose pictures they show: tiles of base maps. */
  readonly images?: readonly string[];
}

/** The policy of pages and of what they load; workers are held by their own script's reply. */
export function pagePolicy({ connect = [], images = [] }: PageOrigins, nonce?: string): string {
  const style = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    // Zstandard and the checksums run as WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src ${style}`,
    `img-src ${["'self'", "data:", "blob:", ...images].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "worker-src 'self'",
    // Reports of processing, in frames without scripts and without an origin.
    "frame-src blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text becomes a script; the one policy is the web application's, for its workers.
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}

export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

/** Sets the security headers of every reply but the policy, which pages and others have each their own. */
export async function secureHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    // 'no-referrer' would hide the origin that the cookie routes check.
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
}
