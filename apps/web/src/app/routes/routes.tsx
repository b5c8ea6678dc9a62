import { Outlet, createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { uploadIdSchema } from "@swath/contract/ids";
import { readExplorerSearch } from "../search/explorer-search.ts";
import { readFlightSearch } from "../search/flight-search.ts";
import { Guard } from "./guard.tsx";
import { readHistorySearch } from "../search/history-search.ts";
import { HomePage } from "../pages/home-page.tsx";
import { LoginPage } from "../pages/login-page.tsx";
import { readLoginSearch } from "../search/login-search.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { SIGNED_IN_PAGE } from "../../platform/session/sign-in.ts";
import { onlyRead } from "../search/only-read.ts";
import { SignedInRoute } from "./signed-in-route.tsx";
import { UploadArea } from "./upload-area.tsx";

const root = createRootRoute({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: onlyRead(readLoginSearch),
  component: LoginPage,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  path: SIGNED_IN_PAGE,
  component: SignedInRoute,
});

const guard = createRoute({ getParentRoute: () => root, id: "signed-in", component: Guard });

const home = createRoute({ getParentRoute: () => guard, path: "/", component: HomePage });

const uploadArea = createRoute({
  getParentRoute: () => guard,
  id: "upload-area",
  component: UploadArea,
});

const flightList = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post",
  validateSearch: onlyRead(readFlightSearch),
  component: lazyRouteComponent(() => import("./flight-routes.tsx"), "FlightListRoute"),
});

const flight = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId",
  component: lazyRouteComponent(() => import("./flight-routes.tsx"), "FlightRoute"),
});

const folderValidation = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/check",
  staticData: { reflows: true },
  validateSearch: onlyRead(({ upload }): { upload?: string } =>
    uploadIdSchema.safeParse(upload).success ? { upload: String(upload) } : {},
  ),
  component: lazyRouteComponent(() => import("./validation-route.tsx"), "ValidationRoute"),
});

const history = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/history",
  validateSearch: onlyRead(readHistorySearch),
  component: lazyRouteComponent(() => import("./history-route.tsx"), "HistoryRoute"),
});

const selectedUpload = createRoute({
  getParentRoute: () => uploadArea,
  path: "/post/$flightId/uploads/$uploadId",
  staticData: { reflows: true },
  component: lazyRouteComponent(() => import("./upload-route.tsx"), "UploadRoute"),
});

const explorer = createRoute({
  getParentRoute: () => guard,
  path: "/explorer",
  validateSearch: onlyRead(readExplorerSearch),
  component: lazyRouteComponent(() => import("./explorer-route.tsx"), "ExplorerRoute"),
});

const sessions = createRoute({
  getParentRoute: () => guard,
  path: "/sessions",
  component: lazyRouteComponent(() => import("./sessions-route.tsx"), "SessionsRoute"),
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
    uploadArea.addChildren([flightList, flight, folderValidation, history, selectedUpload]),
    explorer,
    sessions,
    anywhereElse,
  ]),
]);
