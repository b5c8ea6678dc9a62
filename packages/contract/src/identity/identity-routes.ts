import { route } from "../route.ts";
import { identitySchema } from "./roles.ts";

/** The call that tells who the bearer is. */
export const identityRoutes = {
  readIdentity: route({
    method: "GET",
    services: ["main"],
    path: "/identity",
    permission: "signedIn",
    summary: "Who the bearer is to the server",
    reply: identitySchema,
  }),
} as const;
