import { archiveRoutes } from "./archive/archive-routes.ts";
import { calibrationRoutes } from "./calibrations/calibration-routes.ts";
import { downloadRoutes } from "./downloads/download-routes.ts";
import { explorerRoutes } from "./explorer/explorer-routes.ts";
import { flightRoutes } from "./flights/flight-routes.ts";
import { historyRoutes } from "./history/history-routes.ts";
import { identityRoutes } from "./identity/identity-routes.ts";
import { sessionRoutes } from "./identity/session-routes.ts";
import { instructionRoutes } from "./instructions/instruction-routes.ts";
import { newsRoutes } from "./news/news-routes.ts";
import { customRoutes } from "./processing/custom/custom-routes.ts";
import { failureRoutes } from "./processing/failures/failure-routes.ts";
import { lineRoutes } from "./processing/lines/lines-routes.ts";
import { runRoutes } from "./processing/run-routes.ts";
import { bulkRoutes } from "./processing/records/bulk-routes.ts";
import { orchestrationRoutes } from "./processing/records/orchestration-routes.ts";
import { processingRoutes, terrainMapperRoutes } from "./processing/records/processing-routes.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { supportRoutes } from "./support/support-routes.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";
import { viewRoutes } from "./views/view-routes.ts";

/** Named, so that the declarations of all routes are not written out a second time. */
type Routes = typeof explorerRoutes &
  typeof downloadRoutes &
  typeof archiveRoutes &
  typeof flightRoutes &
  typeof uploadRoutes &
  typeof settingsRoutes &
  typeof identityRoutes &
  typeof sessionRoutes &
  typeof historyRoutes &
  typeof viewRoutes &
  typeof newsRoutes &
  typeof runRoutes &
  typeof supportRoutes &
  typeof processingRoutes &
  typeof terrainMapperRoutes &
  typeof customRoutes &
  typeof lineRoutes &
  typeof failureRoutes &
  typeof orchestrationRoutes &
  typeof bulkRoutes &
  typeof calibrationRoutes &
  typeof instructionRoutes;

/** Every call of the API that takes a bearer token. `GET renew` and sign-in take the session's cookie. */
export const routes: Routes = {
  ...explorerRoutes,
  ...downloadRoutes,
  ...archiveRoutes,
  ...flightRoutes,
  ...uploadRoutes,
  ...settingsRoutes,
  ...identityRoutes,
  ...sessionRoutes,
  ...historyRoutes,
  ...viewRoutes,
  ...newsRoutes,
  ...runRoutes,
  ...supportRoutes,
  ...processingRoutes,
  ...terrainMapperRoutes,
  ...customRoutes,
  ...lineRoutes,
  ...failureRoutes,
  ...orchestrationRoutes,
  ...bulkRoutes,
  ...calibrationRoutes,
  ...instructionRoutes,
};

export type RouteName = keyof Routes;
