import { route } from "../route.ts";
import { settingsSchema } from "./settings.ts";

/** The call of the application settings. */
export const settingsRoutes = {
  readSettings: route("GET", "/settings", {
    services: ["main", "processing"],
    permission: "signedIn",
    summary: "Application settings",
    reply: settingsSchema,
  }),
} as const;
