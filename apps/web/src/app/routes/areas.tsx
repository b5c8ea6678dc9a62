import { Outlet, createRootRoute, createRoute, useMatchRoute } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { flightIdSchema, uploadIdSchema } from "@swath/contract/ids";
import { z } from "zod";
import { NeedCount } from "../../data/overview/need-count.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { TabLink, TabStrip } from "../../ui/links.tsx";
import { FlightWalk } from "../walk/flight-walk.tsx";
import { UploadWalk } from "../walk/upload-walk.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";
import { AreaBar } from "./area-bar.tsx";
import { Guard } from "./guard.tsx";
import { ProcessingArea, TerrainMapperArea } from "./processing-areas.tsx";

/** The upload area: the strip that follows the route, and its page. */
function UploadArea() {
  const { roles } = useIdentity();
  if (!may(roles, "readFlights")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip aria-label="Flights">
          <TabLink to="/post" activeOptions={{ exact: true, includeSearch: false }}>
            DASHBOARD
            <NeedCount of="/post" />
          </TabLink>
          <OpenTab />
        </TabStrip>
        <OpenWalk />
      </AreaBar>
      <Outlet />
    </>
  );
}

const flightParams = z.object({ flightId: flightIdSchema });
const uploadParams = flightParams.extend({ uploadId: uploadIdSchema });

/** The tab of what is open beside the dashboard; none for an address that is no flight's. */
function OpenTab() {
  const matches = useMatchRoute();
  // Fuzzy: an address may end with a slash.
  if (matches({ to: "/post/extract", fuzzy: true }) !== false)
    return (
      <TabLink to="/post/extract" activeOptions={{ includeSearch: false }}>
        RANGE EXTRACTION
      </TabLink>
    );
  const upload = matches({ to: "/post/$flightId/uploads/$uploadId", fuzzy: true });
  if (upload !== false && uploadParams.safeParse(upload).success)
    return (
      <TabLink to="/post/$flightId/uploads/$uploadId" params={upload}>
        SELECTED UPLOAD
      </TabLink>
    );
  const flight = matches({ to: "/post/$flightId", fuzzy: true });
  const known = upload === false && flightParams.safeParse(flight).success;
  if (flight === false || !known) return null;
  return (
    <TabLink to="/post/$flightId" params={flight} activeOptions={{ exact: false }}>
      FLIGHT {flight.flightId}
    </TabLink>
  );
}

/** From the open flight or upload to those before and after it. */
function OpenWalk() {
  const matches = useMatchRoute();
  const upload = matches({ to: "/post/$flightId/uploads/$uploadId", fuzzy: true });
  if (upload !== false)
    return uploadParams.safeParse(upload).success ? <UploadWalk {...upload} /> : null;
  const flight = matches({ to: "/post/$flightId" });
  if (flight === false || !flightParams.safeParse(flight).success) return null;
  return <FlightWalk {...flight} />;
}

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
