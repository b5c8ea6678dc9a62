import { createRoute } from "@tanstack/react-router";
import { readComparisonSearch } from "../search/comparison-search.ts";
import { strictSearch } from "../search/strict-search.ts";
import { readParameterSearch } from "../search/parameter-search.ts";
import { processingArea } from "./areas.tsx";
import { lazyPage } from "./lazy-page.ts";

const lidarParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/params",
  validateSearch: strictSearch(readParameterSearch),
  component: lazyPage(() => import("./parameter-routes.tsx"), "LidarListRoute"),
});

const newLidarParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/params/new",
  component: lazyPage(() => import("./parameter-routes.tsx"), "NewLidarRoute"),
});

const lidarRecord = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/params/$calibrationId",
  component: lazyPage(() => import("./parameter-routes.tsx"), "LidarRecordRoute"),
});

const editLidarParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/params/$calibrationId/edit",
  component: lazyPage(() => import("./parameter-routes.tsx"), "EditLidarRoute"),
});

const lidarComparison = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/params/compare",
  validateSearch: strictSearch(readComparisonSearch),
  component: lazyPage(() => import("./parameter-routes.tsx"), "LidarComparisonRoute"),
});

const imageryParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/imagery-params",
  validateSearch: strictSearch(readParameterSearch),
  component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryListRoute"),
});

const newImageryParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/imagery-params/new",
  component: lazyPage(() => import("./parameter-routes.tsx"), "NewImageryRoute"),
});

const imageryComparison = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/imagery-params/compare",
  validateSearch: strictSearch(readComparisonSearch),
  component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryComparisonRoute"),
});

const imageryRecord = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/imagery-params/$calibrationId",
  component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryRecordRoute"),
});

const editImageryParameters = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/imagery-params/$calibrationId/edit",
  component: lazyPage(() => import("./parameter-routes.tsx"), "EditImageryRoute"),
});

/** Calibration parameters of LiDAR and imagery. */
export const parameterRoutes = [
  lidarParameters,
  newLidarParameters,
  lidarRecord,
  editLidarParameters,
  lidarComparison,
  imageryParameters,
  newImageryParameters,
  imageryComparison,
  imageryRecord,
  editImageryParameters,
] as const;
