import { endpoint } from "../endpoint.ts";
import { identitySchema } from "./roles.ts";

/** The call that returns the caller's identity. */
export const identityEndpoints = {
  readIdentity: endpoint("GET", "/identity", {
    services: ["main"],
    permission: "signedIn",
    summary: "The caller's identity and roles",
    reply: identitySchema,
  }),
} as const;
