import { route } from "../route.ts";
import { identitySchema } from "./roles.ts";

/** The call that returns the caller's identity. */
export const identityRoutes = {
  readIdentity: route("GET", "/identity", {
    services: ["main"],
    permission: "signedIn",
    summary: "The caller's identity and roles",
    reply: identitySchema,
  }),
} as const;
