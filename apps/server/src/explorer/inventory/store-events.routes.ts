import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import { carriesToken } from "../../platform/http/operator.ts";
import { type ObjectLooker, placesOf } from "./store-events.ts";

const MOST_VALUES = 50_000;

/**
 * Takes the store's own notifications of changes at `POST /store-events`, with the token of the
 * configuration; without one there is nothing at this address.
 */
export function serveStoreEvents(
  app: FastifyInstance,
  { token, looker }: { readonly token: string | undefined; readonly looker: ObjectLooker },
): void {
  if (token === undefined) return;
  const config = { rateLimit: false as const, maxValues: MOST_VALUES };
  app.post("/store-events", { schema: { hide: true }, config }, async (request, reply) => {
    if (!carriesToken(request, token))
      throw new AppError("UNAUTHENTICATED", "events of the store come with their token");
    const places = placesOf(request.body);
    if (places === undefined)
      throw new AppError("INVALID_REQUEST", "this is no event of an object store");
    looker.look(places);
    return reply.status(204).send();
  });
}
