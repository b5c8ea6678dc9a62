import { AppError } from "@swath/contract/errors";
import type { Route } from "@swath/contract/route";
import { routes } from "@swath/contract/routes";
import type { Call, Serve } from "../../platform/http/serve.ts";
import type { Ending } from "../../platform/identity/end-sessions.ts";
import type { SessionList } from "../../platform/identity/session-list.ts";

type Caller = Pick<Call<Route>, "identity" | "from">;

const byPerson = ({ from }: Caller): Ending => ({ by: "person", from });
const byAdministrator = ({ identity, from }: Caller): Ending => ({
  by: "administrator",
  actor: { subject: identity.subject, name: identity.name },
  from,
});

function expectOne(ended: number): undefined {
  if (ended === 0) throw new AppError("SESSION_NOT_FOUND", "there is no such session any more");
}

/** Serves signed-in browsers: one's own, and for administrators anybody's. */
export function serveSessions(
  serve: Serve,
  { sessions }: { readonly sessions: SessionList },
): void {
  serve(routes.listSessions, async (call) =>
    sessions.ofPerson(call.identity.subject, await call.session()),
  );
  serve(routes.endSession, async (call) => {
    const which = { handle: call.params.sessionId, subject: call.identity.subject };
    return expectOne(await sessions.end(which, byPerson(call)));
  });
  serve(routes.endOtherSessions, async (call) => {
    const which = { subject: call.identity.subject, except: await call.session() };
    return { ended: await sessions.end(which, byPerson(call)) };
  });
  serve(routes.listEverybodysSessions, async (call) => {
    const { items, total } = await sessions.ofEverybody(call.query, await call.session());
    call.setHeader("x-total-count", String(total));
    return items;
  });
  serve(routes.endAnySession, async (call) =>
    expectOne(await sessions.end({ handle: call.params.sessionId }, byAdministrator(call))),
  );
  serve(routes.endSessionsOfPerson, async (call) => {
    const which = { subject: call.params.subject };
    return { ended: await sessions.end(which, byAdministrator(call)) };
  });
}
