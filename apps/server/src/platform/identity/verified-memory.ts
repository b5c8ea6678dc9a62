import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Verified } from "./bearer.ts";

/** Shorter than a provider's keys are kept: a withdrawn key is not believed for longer by this. */
const REMEMBERED_MS = 60_000;
const MOST = 10_000;

type Verify = (token: string) => Promise<Verified>;

/**
 * Verifies a token's signature once a minute and not with each call of a page that polls. An expired
 * one is never taken from memory, and a refused one is never remembered; tokens stand in it by their
 * digest alone.
 */
export function rememberVerified(verify: Verify, clock: Clock): Verify {
  const known = new Map<string, { readonly verified: Verified; readonly until: number }>();
  return async (token) => {
    const digest = createHash("sha256").update(token).digest("base64");
    const now = clock().getTime();
    const found = known.get(digest);
    if (found !== undefined && now < found.until) return found.verified;
    known.delete(digest);
    const verified = await verify(token);
    if (known.size >= MOST) known.clear();
    const until = Math.min(now + REMEMBERED_MS, verified.expires.getTime());
    known.set(digest, { verified, until });
    return verified;
  };
}
