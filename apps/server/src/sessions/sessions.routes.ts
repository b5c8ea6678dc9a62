import { AppError } from "@swath/contract/errors";
import type { Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Call, Serve } from "../platform/http/serve.ts";
import type { Ending } from "../platform/identity/end-sessions.ts";
import type { SessionList } from "../platform/identity/session-list.ts";

type Caller = Pick<Call<Endpoint>, "identity" | "from">;

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
  serve(endpoints.listSessions, async (call) =>
    sessions.ofPerson(call.identity.subject, await call.session()),
  );
  serve(endpoints.endSession, async (call) => {
    const which = { handle: call.params.sessionId, subject: call.identity.subject };
    return expectOne(await sessions.end(which, byPerson(call)));
  });
  serve(endpoints.endOtherSessions, async (call) => {
    const which = { subject: call.identity.subject, except: await call.session() };
    return { ended: await sessions.end(which, byPerson(call)) };
  });
  serve(endpoints.listEverybodysSessions, async (call) => {
    const { items, total } = await sessions.ofEverybody(call.query, await call.session());
    call.setHeader("x-total-count", String(total));
    return items;
  });
  serve(endpoints.endAnySession, async (call) =>
    expectOne(await sessions.end({ handle: call.params.sessionId }, byAdministrator(call))),
  );
  serve(endpoints.endSessionsOfPerson, async (call) => {
    const which = { subject: call.params.subject };
    return { ended: await sessions.end(which, byAdministrator(call)) };
  });
}
