import { may } from "@swath/contract/identity";
import { FollowingPage } from "../../news/following-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";

/** The flights that one follows; mails of news lead here too. */
export function FollowingRoute() {
  return may(useIdentity().roles, "followFlights") ? <FollowingPage /> : <NoAreaPage />;
}
