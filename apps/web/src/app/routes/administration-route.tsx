import { may } from "@swath/contract/identity";
import { AdministrationPage } from "../../administration/administration-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";

/** What administrators set; for nobody else. */
export function AdministrationRoute() {
  const { roles } = useIdentity();
  return may(roles, "changeSettings") ? <AdministrationPage /> : <NoAreaPage />;
}
