import { Outlet } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { FailureCount } from "../../processing/inbox/failure-count.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { TabLink, TabStrip } from "../../ui/links.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";
import { AreaBar } from "./area-bar.tsx";
import { ParameterTab } from "./parameter-tab.tsx";

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
