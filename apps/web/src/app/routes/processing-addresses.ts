import { createRoute, redirect } from "@tanstack/react-router";
import { readCustomAddress } from "../../processing/custom/custom-address.ts";
import {
  readComparisonSearch,
  readInstructionSearch,
  readParameterSearch,
  strictSearch,
} from "../search/address-search.ts";
import { readFailureSearch, readProcessingSearch } from "../search/processing-search.ts";
import { lazyPage, processingArea } from "./areas.tsx";

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

const processingDashboard = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip",
  validateSearch: strictSearch(readProcessingSearch),
  component: lazyPage(() => import("./processing-routes.tsx"), "ProcessingRoute"),
});

const failureInbox = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/failures",
  validateSearch: strictSearch(readFailureSearch),
  component: lazyPage(() => import("./processing-routes.tsx"), "FailureRoute"),
});

const customProcessing = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/custom_processing/sensor",
  validateSearch: strictSearch(readCustomAddress),
  component: lazyPage(() => import("./custom-route.tsx"), "CustomRoute"),
});

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

const downloadAuthorisation = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/download_auth/$parameters/$",
  component: lazyPage(() => import("./processing-routes.tsx"), "DownloadRoute"),
});

const instructions = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/instructions",
  validateSearch: strictSearch(readInstructionSearch),
  component: lazyPage(() => import("./instruction-routes.tsx"), "InstructionsRoute"),
});

const newInstruction = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/instructions/new",
  component: lazyPage(() => import("./instruction-routes.tsx"), "NewInstructionRoute"),
});

const instruction = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/instructions/$instructionId",
  component: lazyPage(() => import("./instruction-routes.tsx"), "InstructionRoute"),
});

const editInstruction = createRoute({
  getParentRoute: () => processingArea,
  path: "/ip/instructions/$instructionId/edit",
  component: lazyPage(() => import("./instruction-routes.tsx"), "EditInstructionRoute"),
});

/** The dashboard of processings, its inbox, custom processing, downloads and instructions. */
export const processingEndpoints = [
  processingDashboard,
  failureInbox,
  customProcessing,
  ...otherCustomProcessing,
  downloadAuthorisation,
  instructions,
  newInstruction,
  instruction,
  editInstruction,
] as const;
