import { AppError } from "@swath/contract/errors";
import { type Identity, type Role, ROLES } from "@swath/contract/identity";
import {
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import { tokenDigest } from "./end-sessions.ts";

/** The group identifiers of each role, as the identity provider writes them in its tokens. */
export type RoleGroups = Readonly<Record<Role, readonly string[]>>;

/** The roles that a person's groups give, in the order of the contract. */
function rolesOf(groups: readonly string[], roleGroups: RoleGroups): Role[] {
  const held = new Set(groups);
  return ROLES.filter((role) => roleGroups[role].some((group) => held.has(group)));
}

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
function isAccessToken({ typ }: Partial<JWTHeaderParameters>, claims: JWTPayload): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, "");
  if (type === "at+jwt") return true;
  if (type !== undefined && type !== "jwt") return false;
  const hints = hintsSchema.parse(claims);
  if (hints.token_use !== undefined) return hints.token_use === "access";
  if (hints.typ !== undefined) return hints.typ === "Bearer";
  if (OF_ID_TOKENS.some((name) => Object.hasOwn(claims, name))) return false;
  return OF_ACCESS_TOKENS.some((name) => Object.hasOwn(claims, name));
}

export interface BearerRules {
  readonly issuer: string;
  readonly audience: string;
  /** The provider's public keys, by the token's header. */
  readonly keys: JWTVerifyGetKey;
  /** The token's declared type (RFC 9068: `at+jwt`), where the provider sets one. */
  readonly type?: string;
  readonly groups: RoleGroups;
}

/** Signatures only: no `none`, and no shared secret that a public key could be mistaken for. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 EdDSA".split(" ");
const CLOCK_TOLERANCE_S = 5;

const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  auth_time: z.number().optional(),
  name: z.string().optional(),
  given_name: z.string().default(""),
  family_name: z.string().default(""),
  email: z.string().optional(),
  preferred_username: z.string().optional(),
  upn: z.string().optional(),
  groups: z.array(z.string()).default([]),
});

/** A verified bearer: whose it is, and until when. */
export interface Verified {
  readonly identity: Identity;
  readonly expires: Date;
  /** When the person last proved who they are to the provider, where the token says so. */
  readonly authenticated?: Date;
}

function refusal(cause: unknown): AppError {
  if (cause instanceof errors.JWTExpired)
    return new AppError("TOKEN_EXPIRED", "the token has expired", {}, { cause });
  const keysAway =
    !(cause instanceof errors.JOSEError) ||
    cause instanceof errors.JWKSTimeout ||
    cause.code === "ERR_JOSE_GENERIC";
  return keysAway
    ? new AppError(
        "STORE_UNAVAILABLE",
        "the identity provider's keys cannot be read",
        {},
        { cause },
      )
    : new AppError("UNAUTHENTICATED", "the token is not valid", {}, { cause });
}

/** Verifies an access token: signature, issuer, audience, algorithm, expiry, kind; throws an AppError for the caller. */
export async function verifyToken(token: string, rules: BearerRules): Promise<Verified> {
  const verified = await jwtVerify(token, rules.keys, {
    issuer: rules.issuer,
    audience: rules.audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ["sub", "exp"],
    ...(rules.type === undefined ? {} : { typ: rules.type }),
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  if (!isAccessToken(verified.protectedHeader, verified.payload))
    throw new AppError("UNAUTHENTICATED", "the token is not an access token");
  const { data: claims, error: cause } = claimsSchema.safeParse(verified.payload);
  if (claims === undefined)
    throw new AppError("UNAUTHENTICATED", "the token lacks what it must say", {}, { cause });
  const { sub, name, given_name, family_name, email, preferred_username, upn } = claims;
  const login = preferred_username ?? upn ?? "";
  return {
    identity: {
      subject: sub,
      name: name ?? ([given_name, family_name].join(" ").trim() || login || sub),
      givenName: given_name,
      familyName: family_name,
      email: email ?? login,
      roles: rolesOf(claims.groups, rules.groups),
    },
    expires: new Date(claims.exp * 1000),
    ...(claims.auth_time === undefined ? {} : { authenticated: new Date(claims.auth_time * 1000) }),
  };
}

/** The token of an `authorization` header; throws UNAUTHENTICATED where there is none. */
function bearerOf(header: string | undefined): string {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? "")?.[1];
  if (token === undefined) throw new AppError("UNAUTHENTICATED", "the call needs a bearer token");
  return token;
}

/** Shorter than a provider's keys are kept: this prolongs no trust in a withdrawn key. */
const REMEMBERED_MS = 60_000;
const MOST = 10_000;

type Verify = (token: string) => Promise<Verified>;

/**
 * Verifies a token's signature once a minute and not with each call of a page that polls. An expired
 * one is never taken from memory, and a refused one is never remembered; tokens stand in it by their
 * digest alone.
 */
export function rememberVerified(
  verify: Verify,
  clock: Clock,
): (token: string, digest?: string) => Promise<Verified> {
  const known = new Map<string, { readonly verified: Verified; readonly until: number }>();
  return async (token, digest = tokenDigest(token)) => {
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

/** A verified bearer of a call. */
export interface Bearer extends Verified {
  /** What is kept of the token. */
  readonly digest: string;
}

interface AuthenticateOptions {
  readonly verify: Verify;
  readonly clock: Clock;
  /** Whether the session of a token, by its digest, has ended. */
  readonly isDenied: (digest: string) => Promise<boolean>;
}

/** Verifies the bearer of an `authorization` header; throws UNAUTHENTICATED, TOKEN_EXPIRED, SESSION_ENDED. */
export function createBearerCheck({ verify, clock, isDenied }: AuthenticateOptions) {
  const remembered = rememberVerified(verify, clock);
  return async (header: string | undefined): Promise<Bearer> => {
    const token = bearerOf(header);
    const digest = tokenDigest(token);
    const verified = await remembered(token, digest);
    if (await isDenied(digest))
      throw new AppError("SESSION_ENDED", "the session of this token has ended; sign in again");
    return { ...verified, digest };
  };
}
