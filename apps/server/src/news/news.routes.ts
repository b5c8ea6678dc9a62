import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { followFlight, listFollows, unfollowFlight } from "./follow-store.ts";
import { mailSettings, setMail, noteReader } from "./news-readers.ts";
import { listNews, markNewsRead } from "./news-store.ts";
import { type PushAccount, publicKeyOf } from "./push/push-account.ts";
import { subscribePush, unsubscribePush } from "./push/push-subscriptions.ts";

export interface NewsDeps {
  readonly db: Db;
  /** At most one mail to a person in so many minutes; undefined where none is sent. */
  readonly mailMinutes?: number | undefined;
  readonly push?: PushAccount | undefined;
}

/** Serves followed flights and their news: each caller's own, by the bearer alone. */
export function serveNews(serve: Serve, deps: NewsDeps): void {
  const { db } = deps;
  serve(endpoints.listFollows, ({ identity }) => listFollows(db, identity.subject));
  serve(endpoints.followFlight, async ({ identity, params }) => {
    await followFlight(db, params.flightId, identity);
    return undefined;
  });
  serve(endpoints.unfollowFlight, async ({ identity, params }) => {
    await unfollowFlight(db, params.flightId, identity.subject);
    return undefined;
  });
  serve(endpoints.listNews, async ({ identity }) => {
    await noteReader(db, identity);
    return listNews(db, identity);
  });
  serve(endpoints.markNewsRead, async ({ identity, body }) => {
    await markNewsRead(db, identity.subject, body);
    return undefined;
  });
  serveWays(serve, deps);
}

/** The ways by which news also comes to people. */
function serveWays(serve: Serve, { db, mailMinutes, push }: NewsDeps): void {
  serve(endpoints.readNewsSettings, async ({ identity }) => {
    await noteReader(db, identity);
    return {
      mail: await mailSettings(db, mailMinutes, identity),
      push: push === undefined ? null : { publicKey: publicKeyOf(push) },
    };
  });
  serve(endpoints.setNewsMail, async ({ identity, body }) => {
    await setMail(db, mailMinutes, identity, body.isOn);
    return undefined;
  });
  serve(endpoints.subscribePush, async ({ identity, session, body }) => {
    await subscribePush(db, push, { identity, handle: await session() }, body);
    return undefined;
  });
  serve(endpoints.unsubscribePush, async ({ identity, body }) => {
    await unsubscribePush(db, identity.subject, body.endpoint);
    return undefined;
  });
}
