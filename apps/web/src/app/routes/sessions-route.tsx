import { may } from "@swath/contract/identity";
import { EverybodysSessions } from "../../sessions/everybodys-sessions.tsx";
import { SessionsPage } from "../../sessions/sessions-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";

/** One's own sessions, and for administrators everybody's. */
export function SessionsRoute() {
  const { roles } = useIdentity();
  return <SessionsPage>{may(roles, "endAnySession") ? <EverybodysSessions /> : null}</SessionsPage>;
}
