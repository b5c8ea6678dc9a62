import { route } from "../route.ts";
import { settingsSchema } from "./settings.ts";

/** The call of the application settings. */
export const settingsRoutes = {
  readSettings: route({
    method: "GET",
    services: ["main", "processing"],
    path: "/settings",
    permission: "signedIn",
    summary: "Application settings",
    reply: settingsSchema,
  }),
} as const;
