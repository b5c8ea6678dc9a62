import { archiveRoutes } from "./archive/archive-routes.ts";
import { calibrationRoutes } from "./calibrations/calibration-routes.ts";
import { explorerRoutes } from "./explorer/explorer-routes.ts";
import { flightRoutes } from "./flights/flight-routes.ts";
import { viewRoutes } from "./flights/view-routes.ts";
import { historyRoutes } from "./history/history-routes.ts";
import { identityRoutes } from "./identity/identity-routes.ts";
import { sessionRoutes } from "./identity/session-routes.ts";
import { orchestrationRoutes } from "./processing/records/orchestration-routes.ts";
import { processingRoutes, terrainMapperRoutes } from "./processing/records/processing-routes.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { supportRoutes } from "./support/support-routes.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";

/** Every call of the API that takes a bearer token. `GET renew` and sign-in take the session's cookie. */
export const routes = {
  ...explorerRoutes,
  ...archiveRoutes,
  ...flightRoutes,
  ...uploadRoutes,
  ...settingsRoutes,
  ...identityRoutes,
  ...sessionRoutes,
  ...historyRoutes,
  ...viewRoutes,
  ...supportRoutes,
  ...processingRoutes,
  ...terrainMapperRoutes,
  ...orchestrationRoutes,
  ...calibrationRoutes,
} as const;

export type RouteName = keyof typeof routes;
