import type { JWTHeaderParameters, JWTPayload } from "jose";
import { z } from "zod";

const hintsSchema = z.looseObject({
  /** Cognito. */
  token_use: z.unknown().optional(),
  /** Keycloak, besides the header's. */
  typ: z.unknown().optional(),
});

/** What OpenID Connect writes into ID tokens alone (Core 1.0, 2 and 3.3.2.11). */
const OF_ID_TOKENS = ["nonce", "at_hash", "c_hash", "s_hash"];
/** What a token was granted for (RFC 9068, 2.2.3), and how Entra's client proved itself. */
const OF_ACCESS_TOKENS = ["scope", "scp", "azpacr", "appidacr"];

/**
 * Whether a token was made to call with, and not to tell an application who has signed in. A
 * provider may give both the same issuer, audience and key, so that only their content differs:
 * access/T1 a declared type decides: at+jwt (RFC 9068, 2.1), and no other but JWT, which says nothing;
 * access/T2 then the claim by which a provider tells them apart: `token_use`, `typ`;
 * access/T3 then what stands in ID tokens only refuses;
 * access/T4 and what stands in access tokens only must be there: an ID token may have lost the rest.
 */
export function isAccessToken({ typ }: Partial<JWTHeaderParameters>, claims: JWTPayload): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, "");
  if (type === "at+jwt") return true;
  if (type !== undefined && type !== "jwt") return false;
  const hints = hintsSchema.parse(claims);
  if (hints.token_use !== undefined) return hints.token_use === "access";
  if (hints.typ !== undefined) return hints.typ === "Bearer";
  if (OF_ID_TOKENS.some((name) => Object.hasOwn(claims, name))) return false;
  return OF_ACCESS_TOKENS.some((name) => Object.hasOwn(claims, name));
}
