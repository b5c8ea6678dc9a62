import { randomUUID } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { Clock } from "../clock/clock.ts";
import type { RoleGroups } from "../identity/bearer.ts";
import { claimsOf, findAccount } from "./accounts.ts";
import type { ProviderKeys } from "./keys.ts";
import { AUDIENCE, CLIENT_ID, issuerOf } from "./provider.ts";

/** A bearer for a demonstration account as the embedded provider would sign it; undefined without such an account. */
export async function demonstrationToken(
  accountId: string,
  options: {
    publicUrl: URL;
    keys: ProviderKeys;
    groups: RoleGroups;
    clock: Clock;
    seconds: number;
  },
): Promise<string | undefined> {
  const person = findAccount(accountId);
  if (person === undefined) return undefined;
  const now = Math.floor(options.clock().getTime() / 1000);
  const kid = options.keys.signing["kid"] ?? "";
  return new SignJWT({
    ...claimsOf(person, options.groups),
    auth_time: now,
    client_id: CLIENT_ID,
    scope: "access_as_user",
  })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid })
    .setIssuer(issuerOf(options.publicUrl).href)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + options.seconds)
    .setJti(randomUUID())
    .sign(await importJWK(options.keys.signing, "RS256"));
}
