import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { Guard } from "../guard.tsx";
import { ProcessingArea, TerrainMapperArea } from "../processing-areas.tsx";
import { UploadArea } from "../upload-area.tsx";

/** What the pages of an area stand in. */
export const root = createRootRoute({ component: Outlet });

export const guard = createRoute({ getParentRoute: () => root, id: "signed-in", component: Guard });

export const uploadArea = createRoute({
  getParentRoute: () => guard,
  id: "upload-area",
  component: UploadArea,
});

export const processingArea = createRoute({
  getParentRoute: () => guard,
  id: "processing-area",
  component: ProcessingArea,
});

export const terrainMapperArea = createRoute({
  getParentRoute: () => guard,
  id: "terrain-mapper-area",
  component: TerrainMapperArea,
});
