import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { UPLOAD_ID } from "@swath/contract/ids";
import { textOf } from "@swath/contract/read-value";
import { createRoute, createRouter, Navigate, type RouterHistory } from "@tanstack/react-router";
import { useEffect } from "react";
import { readCloudAddress } from "../../clouds/cloud-address.ts";
import { readLayersAddress } from "../../clouds/layers/layer-address.ts";
import { hasOverview } from "../../data/overview/overview-query.ts";
import { startsWithOverview } from "../../data/overview/start-page.ts";
import { keepLastList } from "../../data/walk/last-list.ts";
import { readPlanningAddress } from "../../planning/planning-address.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { useIdentity, useSession } from "../../platform/session/session.ts";
import { SIGNED_IN_PAGE } from "../../platform/session/sign-in.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { areasOf } from "../shell/header.tsx";
import { FullPage } from "../../ui/page/full-page.tsx";
import {
  NoAreaPage,
  AuthenticatingPage,
  NotFoundPage,
  UnreachablePage,
} from "../pages/other-pages.tsx";
import { LoginPage } from "../pages/login-page.tsx";
import { readFlightSearch, readHistorySearch, strictSearch } from "../search/address-search.ts";
import { readExplorerSearch } from "../search/explorer-search.ts";
import { readLoginSearch } from "../search/login-search.ts";
import { readTerrainMapperSearch } from "../search/processing-search.ts";
import {
  guard,
  lazyPage,
  processingArea,
  root,
  type RouterContext,
  terrainMapperArea,
  uploadArea,
} from "./areas.tsx";
import { FlightListRoute, flightsOf } from "./flight-list-route.tsx";
import { parameterRoutes, processingEndpoints } from "./processing-addresses.ts";

/** The end of a sign-in in a window of its own: the page that waited for it goes on by itself. */
function SignedInPage({ name }: { name: string }) {
  usePageTitle("Signed in");
  // The other tabs were told when the session began.
  useEffect(() => window.close(), []);
  return (
    <FullPage title="You are signed in">
      <Typography>
        Signed in as {name}. You may close this window; the page that you came from continues on its
        own.
      </Typography>
    </FullPage>
  );
}

/** The root leads to the first area (document 1, section 2), or to the overview for who chose so. */
function HomePage() {
  const { roles, subject } = useIdentity();
  if (hasOverview(roles) && startsWithOverview(subject)) return <Navigate to="/overview" replace />;
  const first = areasOf(roles).find(({ onlyWhileOpen }) => onlyWhileOpen !== true);
  return first === undefined ? <NoAreaPage /> : <Navigate to={first.to} replace />;
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

/** Outside of the guard, which would draw the shell. */
const openPages = [
  createRoute({
    getParentRoute: () => root,
    path: "/login",
    validateSearch: strictSearch(readLoginSearch),
    component: LoginPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: SIGNED_IN_PAGE,
    component: SignedInRoute,
  }),
] as const;

/** Flights and their uploads, and the planning of flights. */
const uploadPages = [
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post",
    validateSearch: strictSearch(readFlightSearch),
    loader: ({ context, location }) =>
      context.prefetch?.("readFlights", flightsOf(readFlightSearch(location.search))),
    component: FlightListRoute,
  }),
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post/extract",
    validateSearch: strictSearch(readPlanningAddress),
    component: lazyPage(() => import("./planning-route.tsx"), "PlanningRoute"),
  }),
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post/$flightId",
    component: lazyPage(() => import("./flight-route.tsx"), "FlightRoute"),
  }),
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post/$flightId/check",
    validateSearch: strictSearch((search): { upload?: string } => {
      const upload = textOf(search["upload"], UPLOAD_ID);
      return upload === undefined ? {} : { upload };
    }),
    component: lazyPage(() => import("./upload-routes.tsx"), "ValidationRoute"),
  }),
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post/$flightId/history",
    validateSearch: strictSearch(readHistorySearch),
    component: lazyPage(() => import("./history-route.tsx"), "HistoryRoute"),
  }),
  createRoute({
    getParentRoute: () => uploadArea,
    path: "/post/$flightId/uploads/$uploadId",
    component: lazyPage(() => import("./upload-routes.tsx"), "UploadRoute"),
  }),
] as const;

/** Of the person, and of areas without tabs. */
const otherPages = [
  createRoute({ getParentRoute: () => guard, path: "/", component: HomePage }),
  createRoute({
    getParentRoute: () => guard,
    path: "/overview",
    component: lazyPage(() => import("./overview-route.tsx"), "OverviewRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/explorer",
    validateSearch: strictSearch(readExplorerSearch),
    component: lazyPage(() => import("./explorer-route.tsx"), "ExplorerRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/clouds",
    validateSearch: strictSearch(readCloudAddress),
    component: lazyPage(() => import("./cloud-route.tsx"), "CloudRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/layers",
    validateSearch: strictSearch(readLayersAddress),
    component: lazyPage(() => import("./layers-route.tsx"), "LayersRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/sessions",
    component: lazyPage(() => import("./account-routes.tsx"), "SessionsRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/administration",
    component: lazyPage(() => import("./account-routes.tsx"), "AdministrationRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "/following",
    component: lazyPage(() => import("./account-routes.tsx"), "FollowingRoute"),
  }),
  createRoute({
    getParentRoute: () => guard,
    path: "$",
    component: NotFoundPage,
  }),
] as const;

const terrainMapperDashboard = createRoute({
  getParentRoute: () => terrainMapperArea,
  path: "/iptm",
  validateSearch: strictSearch(readTerrainMapperSearch),
  component: lazyPage(() => import("./processing-routes.tsx"), "TerrainMapperRoute"),
});

const routeTree = root.addChildren([
  ...openPages,
  guard.addChildren([
    uploadArea.addChildren([...uploadPages]),
    processingArea.addChildren([...processingEndpoints, ...parameterRoutes]),
    terrainMapperArea.addChildren([terrainMapperDashboard]),
    ...otherPages,
  ]),
]);

/** In place of a page that failed to load or to draw. */
function ErrorPage({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <Notice level={1} Icon={ErrorOutlined} title="This page could not be shown">
        <Typography sx={{ mb: 2 }}>
          Reload it to try again. If it keeps happening, tell the Administrator what you were doing.
        </Typography>
        <Typography component="code" sx={{ display: "block", mb: 2, fontFamily: "monospace" }}>
          {error instanceof Error ? error.message : String(error)}
          {requestId === undefined ? "" : ` (request ${requestId})`}
        </Typography>
        <Button variant="contained" onClick={() => location.reload()}>
          Reload
        </Button>
      </Notice>
    </div>
  );
}

interface RouterOptions extends RouterContext {
  /** The browser's unless given. */
  readonly history?: RouterHistory;
}

/** The application's router. */
export function createAppRouter({ history, ...context }: RouterOptions) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    ...(history && { history }),
  });
  keepLastList((tell) =>
    router.subscribe("onResolved", ({ toLocation: { pathname, search } }) =>
      tell({ path: pathname, search }),
    ),
  );
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
