import { may } from "@swath/contract/identity";
import type { Endpoint } from "@swath/contract/endpoint";
import type { Call } from "../../platform/http/serve.ts";
import type { Mover } from "./move-rules.ts";

/** As whom a caller changes uploads. */
export const moverOf = ({ identity, from }: Pick<Call<Endpoint>, "identity" | "from">): Mover => ({
  subject: identity.subject,
  name: identity.name,
  mayReset: may(identity.roles, "resetUpload"),
  from,
});
