import { z } from "zod";
import type { RoleGroups } from "../../platform/identity/bearer.ts";
import type { ExternalProvider } from "../../platform/open-identity.ts";
import { StartProblem } from "../start-problem.ts";
import { needed, address, count, list } from "./value-schemas.ts";

/** By comma, newest first: the first seals, and all open. */
const sessionKeys = z
  .string()
  .transform((text): [string, ...string[]] => {
    const [newest = "", ...former] = text.split(",").map((key) => key.trim());
    return [newest, ...former];
  })
  .refine((keys) => keys.every((key) => key.length >= 32), "must have 32 characters or more each");

export const identityVariables = z.object({
  NODE_ENV: z.string().default(""),
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_DEVICE_CLIENT_ID: z.string().optional(),
  OIDC_SCOPE: z.string().default("openid profile email offline_access"),
  OIDC_AUDIENCE: z.string().optional(),
  SWATH_EMBEDDED_IDP: z.literal("demonstration").optional(),
  SWATH_SESSION_KEY: sessionKeys.optional(),
  SWATH_SESSION_DAYS: count(366).default(30),
  SWATH_GROUP_BASE: list("swath-base"),
  SWATH_GROUP_PROCESSING_ONLY: list("swath-processing-only"),
  SWATH_GROUP_GUEST: list("swath-guest"),
  SWATH_GROUP_LEADER: list("swath-leader"),
  SWATH_GROUP_ADMIN: list("swath-admin"),
  SWATH_GROUP_RESUBMIT: list("swath-resubmit"),
  SWATH_GROUP_SERVICE: list("swath-service"),
});
type Values = z.output<typeof identityVariables>;

function providerOf(values: Values): ExternalProvider | undefined {
  if (values.OIDC_ISSUER === undefined) {
    if (values.NODE_ENV === "production" && values.SWATH_EMBEDDED_IDP === undefined)
      throw new StartProblem(
        "In production set OIDC_ISSUER; the demonstration's sign-in asks for no password. " +
          "SWATH_EMBEDDED_IDP=demonstration uses it all the same.",
      );
    return undefined;
  }
  const clientId = needed(values, "OIDC_CLIENT_ID", "with OIDC_ISSUER");
  return {
    issuer: new URL(values.OIDC_ISSUER),
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    scope: values.OIDC_SCOPE,
    audience: values.OIDC_AUDIENCE ?? clientId,
    deviceClientId: values.OIDC_DEVICE_CLIENT_ID,
  };
}

/** Who signs people in, and what their groups are called there. */
export function identityOf(values: Values) {
  return {
    /** Undefined: the demonstration's own provider. */
    provider: providerOf(values),
    sessionKeys: values.SWATH_SESSION_KEY,
    sessionDays: values.SWATH_SESSION_DAYS,
    groups: {
      base: values.SWATH_GROUP_BASE,
      processingOnly: values.SWATH_GROUP_PROCESSING_ONLY,
      guest: values.SWATH_GROUP_GUEST,
      leader: values.SWATH_GROUP_LEADER,
      admin: values.SWATH_GROUP_ADMIN,
      resubmit: values.SWATH_GROUP_RESUBMIT,
      service: values.SWATH_GROUP_SERVICE,
    } satisfies RoleGroups,
  };
}
