import { may } from "@swath/contract/identity";
import type { Route } from "@swath/contract/route";
import { routes } from "@swath/contract/routes";
import type { Call, Serve } from "../../platform/http/serve.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  cancelVerification,
  type Orderer,
  orderVerification,
  readVerification,
} from "./verification-record.ts";

const ordererOf = ({ identity, from }: Pick<Call<Route>, "identity" | "from">): Orderer => ({
  subject: identity.subject,
  name: identity.name,
  leads: may(identity.roles, "resetUpload"),
  from,
});

/** Serves the order to read all stored files of an upload now. */
export function serveVerifications(
  serve: Serve,
  { db, jobs }: { readonly db: Db; readonly jobs: Jobs },
): void {
  serve(routes.readVerification, (call) => readVerification(db, call.params, ordererOf(call)));

  serve(routes.verifyStored, async (call) => {
    const by = ordererOf(call);
    await orderVerification({ db, jobs }, call.params, by);
    return readVerification(db, call.params, by);
  });

  serve(routes.cancelVerification, async (call) => {
    const by = ordererOf(call);
    await cancelVerification(db, call.params, by);
    return readVerification(db, call.params, by);
  });
}
