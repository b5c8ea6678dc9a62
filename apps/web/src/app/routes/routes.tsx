import Typography from "@mui/material/Typography";
import { uploadIdSchema } from "@swath/contract/ids";
import { createRoute, Navigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { readPlanningAddress } from "../../planning/address/planning-address.ts";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { useSession } from "../../platform/session/session-context.tsx";
import { SIGNED_IN_PAGE } from "../../platform/session/sign-in.ts";
import { FullPage } from "../../ui/page/full-page.tsx";
import { AuthenticatingPage } from "../pages/authenticating-page.tsx";
import { LoginPage } from "../pages/login-page.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { UnreachablePage } from "../pages/unreachable-page.tsx";
import { readExplorerSearch } from "../search/explorer-search.ts";
import { readFlightSearch } from "../search/flight-search.ts";
import { readHistorySearch } from "../search/history-search.ts";
import { readLoginSearch } from "../search/login-search.ts";
import { readTerrainMapperSearch } from "../search/processing-search.ts";
import { strictSearch } from "../search/strict-search.ts";
import { guard, processingArea, root, terrainMapperArea, uploadArea } from "./areas.tsx";
import { lazyPage } from "./lazy-page.ts";
import { parameterRoutes } from "./parameter-addresses.ts";
import { processingEndpoints } from "./processing-addresses.ts";

/** The end of a sign-in in a window of its own: the page that waited for it goes on by itself. */
function SignedInPage({ name }: { name: string }) {
  usePageTitle("Signed in");
  // The other tabs were told when the session began.
  useEffect(() => window.close(), []);
  return (
    <FullPage title="You are signed in">
      <Typography>
        Signed in as {name}. You may close this window; the page that you came from goes on by
        itself.
      </Typography>
    </FullPage>
  );
}

/** Where a sign-in in a window of its own ends; outside of the guard, which would draw the shell. */
function SignedInRoute() {
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "unreachable") return <UnreachablePage />;
  if (session.status === "signedOut")
    return <Navigate to="/login" search={{ returnTo: SIGNED_IN_PAGE }} replace />;
  return <SignedInPage name={session.identity.name} />;
}

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: strictSearch(readLoginSearch),
  component: LoginPage,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  path: SIGNED_IN_PAGE,
  component: SignedInRoute,
});

const home = createRoute({
  getParentRoute: () => guard,
  path: "/",
  staticData: { reflows: true },
  component: lazyPage(() => import("./overview-route.tsx"), "OverviewRoute"),
});

const flightList = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post",
  validateSearch: strictSearch(readFlightSearch),
  component: lazyPage(() => import("./flight-routes.tsx"), "FlightListRoute"),
});

const flight = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId",
  component: lazyPage(() => import("./flight-routes.tsx"), "FlightRoute"),
});

const planning = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/extract",
  staticData: { reflows: true },
  validateSearch: strictSearch(readPlanningAddress),
  component: lazyPage(() => import("./planning-route.tsx"), "PlanningRoute"),
});

const folderValidation = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/check",
  staticData: { reflows: true },
  validateSearch: strictSearch(({ upload }): { upload?: string } =>
    uploadIdSchema.safeParse(upload).success ? { upload: String(upload) } : {},
  ),
  component: lazyPage(() => import("./upload-routes.tsx"), "ValidationRoute"),
});

const history = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/history",
  validateSearch: strictSearch(readHistorySearch),
  component: lazyPage(() => import("./history-route.tsx"), "HistoryRoute"),
});

const selectedUpload = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/uploads/$uploadId",
  staticData: { reflows: true },
  component: lazyPage(() => import("./upload-routes.tsx"), "UploadRoute"),
});

const terrainMapperDashboard = createRoute({
  getParentRoute: () => terrainMapperArea,
  path: "/iptm",
  validateSearch: strictSearch(readTerrainMapperSearch),
  component: lazyPage(() => import("./processing-routes.tsx"), "TerrainMapperRoute"),
});

const explorer = createRoute({
  getParentRoute: () => guard,
  path: "/explorer",
  validateSearch: strictSearch(readExplorerSearch),
  component: lazyPage(() => import("./explorer-route.tsx"), "ExplorerRoute"),
});

const sessions = createRoute({
  getParentRoute: () => guard,
  path: "/sessions",
  component: lazyPage(() => import("./account-routes.tsx"), "SessionsRoute"),
});

const administration = createRoute({
  getParentRoute: () => guard,
  path: "/administration",
  component: lazyPage(() => import("./account-routes.tsx"), "AdministrationRoute"),
});

const following = createRoute({
  getParentRoute: () => guard,
  path: "/following",
  component: lazyPage(() => import("./account-routes.tsx"), "FollowingRoute"),
});

const anywhereElse = createRoute({
  getParentRoute: () => guard,
  path: "$",
  component: NotFoundPage,
});

export const routeTree = root.addChildren([
  login,
  signedIn,
  guard.addChildren([
    home,
    uploadArea.addChildren([
      flightList,
      planning,
      flight,
      folderValidation,
      history,
      selectedUpload,
    ]),
    processingArea.addChildren([...processingEndpoints, ...parameterRoutes]),
    terrainMapperArea.addChildren([terrainMapperDashboard]),
    explorer,
    sessions,
    administration,
    following,
    anywhereElse,
  ]),
]);
