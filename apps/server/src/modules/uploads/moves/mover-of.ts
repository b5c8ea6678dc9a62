import { may } from "@swath/contract/identity";
import type { Route } from "@swath/contract/route";
import type { Call } from "../../../platform/http/serve.ts";
import type { Mover } from "./move-rules.ts";

/** As whom a caller changes uploads. */
export const moverOf = ({ identity, from }: Pick<Call<Route>, "identity" | "from">): Mover => ({
  subject: identity.subject,
  name: identity.name,
  mayReset: may(identity.roles, "resetUpload"),
  from,
});
