import { may } from "@swath/contract/identity";
import { AdministrationPage } from "../../administration/administration-page.tsx";
import { FollowingPage } from "../../news/following-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { EverybodysSessions } from "../../sessions/everybodys-sessions.tsx";
import { SessionsPage } from "../../sessions/sessions-page.tsx";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** What administrators set; for nobody else. */
export function AdministrationRoute() {
  const { roles } = useIdentity();
  return may(roles, "changeSettings") ? <AdministrationPage /> : <NoAreaPage />;
}

/** The flights that one follows; mails of news lead here too. */
export function FollowingRoute() {
  return may(useIdentity().roles, "followFlights") ? <FollowingPage /> : <NoAreaPage />;
}

/** One's own sessions, and for administrators everybody's. */
export function SessionsRoute() {
  const { roles } = useIdentity();
  return <SessionsPage>{may(roles, "endAnySession") ? <EverybodysSessions /> : null}</SessionsPage>;
}
