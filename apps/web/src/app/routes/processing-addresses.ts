import { createRoute, redirect } from "@tanstack/react-router";
import { readCustomAddress } from "../../processing/custom/custom-address.ts";
import { readInstructionSearch } from "../search/instruction-search.ts";
import { strictSearch } from "../search/strict-search.ts";
import { readFailureSearch, readProcessingSearch } from "../search/processing-search.ts";
import { processingArea } from "./areas.tsx";
import { lazyPage } from "./lazy-page.ts";

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
  component: lazyPage(() => import("./download-route.tsx"), "DownloadRoute"),
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
