import { Navigate } from "@tanstack/react-router";
import { hasOverview } from "../../data/overview/overview-query.ts";
import { OverviewPage } from "../../overview/overview-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { areasOf } from "../shell/header.tsx";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** The root: what needs the person; who can act on nothing here is led to their first area. */
export function OverviewRoute() {
  const { roles } = useIdentity();
  if (hasOverview(roles)) return <OverviewPage />;
  const first = areasOf(roles).find(({ onlyWhileOpen }) => onlyWhileOpen !== true);
  return first === undefined ? <NoAreaPage /> : <Navigate to={first.to} replace />;
}
