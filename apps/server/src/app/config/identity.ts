import { z } from "zod";
import type { RoleGroups } from "../../platform/identity/bearer.ts";
import type { ExternalProvider } from "../../platform/open-identity.ts";
import { InvalidConfig, address, count, list, required, setting } from "./value-schemas.ts";

/** By comma, newest first: the first seals, and all open. */
const sessionKeys = z
  .string()
  .transform((text): [string, ...string[]] => {
    const [newest = "", ...former] = text.split(",").map((key) => key.trim());
    return [newest, ...former];
  })
  .refine((keys) => keys.every((key) => key.length >= 32), "must have 32 characters or more each");

export const identityVariables = z.object({
  NODE_ENV: setting(
    z.string().default(""),
    "`production` refuses the demonstration's sign-in and connections without TLS",
    { otherwise: "none" },
  ),
  OIDC_ISSUER: setting(address.optional(), "OpenID Connect provider", {
    otherwise: "embedded provider of the demonstration",
  }),
  OIDC_CLIENT_ID: setting(z.string().optional(), "client of the pages at the provider", {
    neededWith: "OIDC_ISSUER",
  }),
  OIDC_CLIENT_SECRET: setting(z.string().optional(), "secret of this client", {
    otherwise: "none",
    isSecret: true,
  }),
  OIDC_DEVICE_CLIENT_ID: setting(
    z.string().optional(),
    "client of the command line, which signs in by device code",
    { otherwise: "none: the command line cannot sign in" },
  ),
  OIDC_SCOPE: setting(
    z.string().default("openid profile email offline_access"),
    "scopes that a sign-in asks for",
  ),
  OIDC_AUDIENCE: setting(z.string().optional(), "audience that an access token must name", {
    otherwise: "`OIDC_CLIENT_ID`",
  }),
  SWATH_EMBEDDED_IDP: setting(
    z.literal("demonstration").optional(),
    "`demonstration` allows the embedded provider with `NODE_ENV=production`",
    { otherwise: "none" },
  ),
  SWATH_SESSION_KEY: setting(
    sessionKeys.optional(),
    "encrypts refresh tokens at rest; the same for every server; several by comma, newest first: the first seals, all open",
    { otherwise: "kept in the data folder", isSecret: true },
  ),
  SWATH_SESSION_DAYS: setting(
    count(366).default(30),
    "days after its sign-in at which a session ends, used or not; unused, it ends after 7",
  ),
  SWATH_GROUP_BASE: setting(
    list("swath-base"),
    "groups in the token whose members may open Swath, by comma",
  ),
  SWATH_GROUP_PROCESSING_ONLY: setting(
    list("swath-processing-only"),
    "groups in the token whose members see processings alone, by comma",
  ),
  SWATH_GROUP_GUEST: setting(
    list("swath-guest"),
    "groups in the token whose members are guests, by comma",
  ),
  SWATH_GROUP_LEADER: setting(
    list("swath-leader"),
    "groups in the token whose members are team leaders, by comma",
  ),
  SWATH_GROUP_ADMIN: setting(
    list("swath-admin"),
    "groups in the token whose members are administrators, by comma",
  ),
  SWATH_GROUP_RESUBMIT: setting(
    list("swath-resubmit"),
    "groups in the token whose members may resubmit processings, by comma",
  ),
  SWATH_GROUP_SERVICE: setting(
    list("swath-service"),
    "groups in the token whose members are programs, by comma",
  ),
});
type Values = z.output<typeof identityVariables>;

function providerOf(values: Values): ExternalProvider | undefined {
  if (values.OIDC_ISSUER === undefined) {
    if (values.NODE_ENV === "production" && values.SWATH_EMBEDDED_IDP === undefined)
      throw new InvalidConfig(
        [{ name: "OIDC_ISSUER", value: undefined, reason: "is needed with NODE_ENV=production" }],
        "In production set OIDC_ISSUER; the demonstration's sign-in asks for no password. " +
          "SWATH_EMBEDDED_IDP=demonstration uses it all the same.",
      );
    return undefined;
  }
  const clientId = required(values, "OIDC_CLIENT_ID");
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
