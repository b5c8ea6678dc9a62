import { may } from "@swath/contract/identity";
import type { Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Call, Serve } from "../platform/http/serve.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  cancelVerification,
  type Orderer,
  orderVerification,
  readVerification,
} from "./verification-record.ts";

const ordererOf = ({ identity, from }: Pick<Call<Endpoint>, "identity" | "from">): Orderer => ({
  subject: identity.subject,
  name: identity.name,
  leads: may(identity.roles, "resetUpload"),
  from,
});

/** Serves the order to read all stored files of an upload now. */
export function serveVerifications(
  serve: Serve,
  { db, queues }: { readonly db: Db; readonly queues: Queues },
): void {
  serve(endpoints.readVerification, (call) => readVerification(db, call.params, ordererOf(call)));

  serve(endpoints.verifyStored, async (call) => {
    const by = ordererOf(call);
    await orderVerification({ db, queues }, call.params, by);
    return readVerification(db, call.params, by);
  });

  serve(endpoints.cancelVerification, async (call) => {
    const by = ordererOf(call);
    await cancelVerification(db, call.params, by);
    return readVerification(db, call.params, by);
  });
}
