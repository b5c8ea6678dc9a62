import { styled } from "@mui/material/styles";
import { may } from "@swath/contract/identity";
import { FLIGHT_ID, HEX_ID, UPLOAD_ID } from "@swath/contract/ids";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  useLocation,
  useMatchRoute,
} from "@tanstack/react-router";
import { useAwaitsQACount, useNeedCount } from "../../data/overview/need-count.tsx";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-names.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { FailureCount } from "../../processing/failures/failure-count.tsx";
import { TabLink } from "../../ui/links.tsx";
import { loadPart } from "../../ui/load-part.ts";
import { TabStrip } from "../../ui/page/tab-strip.tsx";
import { FlightWalk } from "../walk/flight-walk.tsx";
import { ParameterWalk } from "../walk/parameter-walk.tsx";
import { UploadWalk } from "../walk/upload-walk.tsx";
import { NoAreaPage } from "../pages/other-pages.tsx";
import type { Prefetch } from "../start.ts";
import { Guard } from "./guard.tsx";

/** The strip of an area's own tabs. */
const AreaBar = styled("div")(({ theme }) => ({
  display: "flex",
  flexWrap: "wrap",
  minHeight: 38,
  padding: "0 12px",
  [theme.breakpoints.down("lg")]: { padding: "0 8px" },
  // The many tabs of a desk's narrowest window stay in one line with the steps beside them.
  [theme.breakpoints.between("lg", "xl")]: {
    "&:has(nav > a:nth-of-type(6))": {
      "& nav > a": { paddingInline: 10 },
      "& kbd": { display: "none" },
    },
  },
  flexShrink: 0,
  background: (theme.vars ?? theme).palette.background.paper,
  borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  color: (theme.vars ?? theme).palette.text.primary,
}));

/** The extra tab of a record of parameters, and of a new one (document 3, section 2.1). */
function ParameterTab() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, list, last = ""] = /^\/ip\/(params|imagery-params)\/([^/]+)/.exec(path) ?? [];
  if (list === undefined) return null;
  const { add, record } = PARAMETER_PAGES[list === "params" ? "lidar" : "imagery"];
  if (last === "new") return <TabLink to={add}>NEW PARAMETER</TabLink>;
  if (!HEX_ID.test(last)) return null;
  return (
    <TabLink to={record} params={{ calibrationId: last }}>
      SELECTED PARAMETER
    </TabLink>
  );
}

/** From the open record of parameters to those before and after it. */
function OpenParameterWalk() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, list, id = ""] = /^\/ip\/(params|imagery-params)\/([^/]+)\/?$/.exec(path) ?? [];
  if (list === undefined || !HEX_ID.test(id)) return null;
  return <ParameterWalk kind={list === "params" ? "lidar" : "imagery"} calibrationId={id} />;
}

/** The first processing area: its tabs, and their page (document 3, section 2.1). */
function ProcessingArea() {
  const { roles } = useIdentity();
  const due = useAwaitsQACount("ip");
  if (!may(roles, "readProcessings")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip label="Processing">
          <TabLink
            to="/ip"
            activeOptions={{ exact: true, includeSearch: false }}
            {...due.description}
          >
            DASHBOARD
            {due.badge}
          </TabLink>
          {may(roles, "changeProcessings") ? (
            <TabLink to="/ip/failures" activeOptions={{ exact: true, includeSearch: false }}>
              FAILURES
              <FailureCount />
            </TabLink>
          ) : null}
          {may(roles, "readCalibrations") ? (
            <TabLink to="/ip/params" activeOptions={{ exact: true, includeSearch: false }}>
              LIDAR PARAMETERS
            </TabLink>
          ) : null}
          {may(roles, "readCalibrations") ? (
            <TabLink to="/ip/imagery-params" activeOptions={{ exact: true, includeSearch: false }}>
              IMAGERY PARAMETERS
            </TabLink>
          ) : null}
          {may(roles, "readCalibrations") ? <ParameterTab /> : null}
          {may(roles, "changeProcessings") ? (
            <TabLink
              to="/ip/custom_processing/sensor"
              activeOptions={{ exact: true, includeSearch: false }}
            >
              CUSTOM PROCESSING
            </TabLink>
          ) : null}
          {may(roles, "readInstructions") ? (
            <TabLink to="/ip/instructions" activeOptions={{ includeSearch: false }}>
              DELIVERY INSTRUCTIONS
            </TabLink>
          ) : null}
        </TabStrip>
        {may(roles, "readCalibrations") ? <OpenParameterWalk /> : null}
      </AreaBar>
      <Outlet />
    </>
  );
}

/** The Terrain Mapper's area (document 3, section 2.9). */
function TerrainMapperArea() {
  const { roles } = useIdentity();
  const due = useAwaitsQACount("iptm");
  if (!may(roles, "readTerrainMapper")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip label="Terrain Mapper Processing">
          <TabLink
            to="/iptm"
            activeOptions={{ exact: true, includeSearch: false }}
            {...due.description}
          >
            DASHBOARD
            {due.badge}
          </TabLink>
        </TabStrip>
      </AreaBar>
      <Outlet />
    </>
  );
}

/** A page whose program is loaded when it is first opened; the page before stays until it is there. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name);

/** The upload area: the strip that follows the route, and its page. */
function UploadArea() {
  const { roles } = useIdentity();
  const need = useNeedCount("/post");
  if (!may(roles, "readFlights")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip label="Flights">
          <TabLink
            to="/post"
            activeOptions={{ exact: true, includeSearch: false }}
            {...need.description}
          >
            DASHBOARD
            {need.badge}
          </TabLink>
          <OpenTab />
        </TabStrip>
        <OpenWalk />
      </AreaBar>
      <Outlet />
    </>
  );
}

const isFlight = ({ flightId }: { readonly flightId: string }): boolean => FLIGHT_ID.test(flightId);
const isUpload = (params: { readonly flightId: string; readonly uploadId: string }): boolean =>
  isFlight(params) && UPLOAD_ID.test(params.uploadId);

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
  if (upload !== false && isUpload(upload))
    return (
      <TabLink to="/post/$flightId/uploads/$uploadId" params={upload}>
        SELECTED UPLOAD
      </TabLink>
    );
  const flight = matches({ to: "/post/$flightId", fuzzy: true });
  if (upload !== false || flight === false || !isFlight(flight)) return null;
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
  if (upload !== false) return isUpload(upload) ? <UploadWalk {...upload} /> : null;
  const flight = matches({ to: "/post/$flightId" });
  if (flight === false || !isFlight(flight)) return null;
  return <FlightWalk {...flight} />;
}

export interface RouterContext {
  /** What reads a page's query before the page is drawn. */
  readonly prefetch?: Prefetch;
}

/** What the pages of an area stand in. */
export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

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
