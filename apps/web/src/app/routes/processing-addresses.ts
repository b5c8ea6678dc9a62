import { createRoute, redirect } from "@tanstack/react-router";
import { readCustomAddress } from "../../processing/custom/custom-address.ts";
import {
  readComparisonSearch,
  readInstructionSearch,
  readParameterSearch,
  readProposalSearch,
  strictSearch,
} from "../search/address-search.ts";
import { readFailureSearch, readProcessingSearch } from "../search/processing-search.ts";
import { lazyPage, processingArea } from "./areas.tsx";

/** Calibration parameters of LiDAR and imagery. */
export const parameterRoutes = [
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/params",
    validateSearch: strictSearch(readParameterSearch),
    component: lazyPage(() => import("./parameter-routes.tsx"), "LidarListRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/params/new",
    validateSearch: strictSearch(readProposalSearch),
    component: lazyPage(() => import("./parameter-routes.tsx"), "NewLidarRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/params/$calibrationId",
    component: lazyPage(() => import("./parameter-routes.tsx"), "LidarRecordRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/params/$calibrationId/edit",
    component: lazyPage(() => import("./parameter-routes.tsx"), "EditLidarRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/params/compare",
    validateSearch: strictSearch(readComparisonSearch),
    component: lazyPage(() => import("./parameter-routes.tsx"), "LidarComparisonRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/imagery-params",
    validateSearch: strictSearch(readParameterSearch),
    component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryListRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/imagery-params/new",
    component: lazyPage(() => import("./parameter-routes.tsx"), "NewImageryRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/imagery-params/compare",
    validateSearch: strictSearch(readComparisonSearch),
    component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryComparisonRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/imagery-params/$calibrationId",
    component: lazyPage(() => import("./parameter-routes.tsx"), "ImageryRecordRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/imagery-params/$calibrationId/edit",
    component: lazyPage(() => import("./parameter-routes.tsx"), "EditImageryRoute"),
  }),
] as const;

/** Every other address of custom processing leads to its only page. */
const anyCustomProcessing = ["/ip/custom_processing", "/ip/custom_processing/$"] as const;
const otherCustomProcessing = anyCustomProcessing.map((path) =>
  createRoute({
    getParentRoute: () => processingArea,
    path,
    beforeLoad: () => {
      throw redirect({ to: "/ip/custom_processing/sensor", replace: true });
    },
  }),
);

/** The dashboard of processings, its inbox, custom processing, downloads and instructions. */
export const processingEndpoints = [
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip",
    validateSearch: strictSearch(readProcessingSearch),
    component: lazyPage(() => import("./processing-routes.tsx"), "ProcessingRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/failures",
    validateSearch: strictSearch(readFailureSearch),
    component: lazyPage(() => import("./processing-routes.tsx"), "FailureRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/custom_processing/sensor",
    validateSearch: strictSearch(readCustomAddress),
    component: lazyPage(() => import("./custom-route.tsx"), "CustomRoute"),
  }),
  ...otherCustomProcessing,
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/download_auth/$parameters/$",
    component: lazyPage(() => import("./processing-routes.tsx"), "DownloadRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/instructions",
    validateSearch: strictSearch(readInstructionSearch),
    component: lazyPage(() => import("./instruction-routes.tsx"), "InstructionsRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/instructions/new",
    component: lazyPage(() => import("./instruction-routes.tsx"), "NewInstructionRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/instructions/$instructionId",
    component: lazyPage(() => import("./instruction-routes.tsx"), "InstructionRoute"),
  }),
  createRoute({
    getParentRoute: () => processingArea,
    path: "/ip/instructions/$instructionId/edit",
    component: lazyPage(() => import("./instruction-routes.tsx"), "EditInstructionRoute"),
  }),
] as const;
