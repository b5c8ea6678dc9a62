import { Outlet, useLocation } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-names.ts";
import { TabLink, TabStrip } from "../../ui/links.tsx";
import { PARAMETER_ID } from "../search/parameter-search.ts";
import { FailureCount } from "../../processing/failures/failure-count.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";
import { AreaBar } from "./area-bar.tsx";

/** The extra tab of a record of parameters, and of a new one (document 3, section 2.1). */
function ParameterTab() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, list, last = ""] = /^\/ip\/(params|imagery-params)\/([^/]+)/.exec(path) ?? [];
  if (list === undefined) return null;
  const { add, record } = PARAMETER_PAGES[list === "params" ? "lidar" : "imagery"];
  if (last === "new") return <TabLink to={add}>NEW PARAMETER</TabLink>;
  if (!PARAMETER_ID.test(last)) return null;
  return (
    <TabLink to={record} params={{ calibrationId: last }}>
      SELECTED PARAMETER
    </TabLink>
  );
}

/** The first processing area: its tabs, and their page (document 3, section 2.1). */
export function ProcessingArea() {
  const { roles } = useIdentity();
  if (!may(roles, "readProcessings")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip aria-label="Processing">
          <TabLink to="/ip" activeOptions={{ exact: true, includeSearch: false }}>
            DASHBOARD
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
      </AreaBar>
      <Outlet />
    </>
  );
}

/** The Terrain Mapper's area (document 3, section 2.9). */
export function TerrainMapperArea() {
  const { roles } = useIdentity();
  if (!may(roles, "readTerrainMapper")) return <NoAreaPage />;
  return (
    <>
      <AreaBar>
        <TabStrip aria-label="Terrain Mapper Processing">
          <TabLink to="/iptm" activeOptions={{ exact: true, includeSearch: false }}>
            DASHBOARD
          </TabLink>
        </TabStrip>
      </AreaBar>
      <Outlet />
    </>
  );
}
