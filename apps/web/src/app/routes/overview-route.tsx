import { hasOverview } from "../../data/overview/overview-query.ts";
import { OverviewPage } from "../../overview/overview-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** What needs the person; nothing for those who can act on nothing. */
export function OverviewRoute() {
  return hasOverview(useIdentity().roles) ? <OverviewPage /> : <NoAreaPage />;
}
