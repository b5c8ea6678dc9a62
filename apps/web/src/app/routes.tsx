import { Outlet, createRootRoute, createRoute } from "@tanstack/react-router";
import { flightIdSchema, uploadIdSchema } from "@swath/contract/ids";
import { notFound } from "@tanstack/react-router";
import { UploadRoute } from "./upload-route.tsx";

const root = createRootRoute({ component: Outlet });

const selectedUpload = createRoute({
  getParentRoute: () => root,
  path: "/post/$flightId/uploads/$uploadId",
  beforeLoad: ({ params }) => {
    if (!flightIdSchema.safeParse(params.flightId).success) throw notFound();
    if (!uploadIdSchema.safeParse(params.uploadId).success) throw notFound();
  },
  component: UploadRoute,
});

export const routeTree = root.addChildren([selectedUpload]);
