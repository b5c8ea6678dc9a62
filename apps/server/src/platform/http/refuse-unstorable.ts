import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import { unstorablePlace } from "../json/storable-text.ts";

const NUL = /%00/;

/** INVALID_REQUEST for a part of a call that holds what no database keeps: NUL, half a character. */
export function unstorable(part: string, place: readonly string[]): AppError {
  const field = [part, ...place].join(".").slice(0, 200);
  return new AppError("INVALID_REQUEST", `${field}: holds NUL or malformed Unicode`, { part });
}

/** Refuses every call whose address or body holds text that no database keeps. */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    if (NUL.test(raw.url ?? "")) throw unstorable("address", []);
  });
  app.addHook("preHandler", async ({ body, query, params }) => {
    for (const [part, value] of Object.entries({ body, query, params })) {
      const place = unstorablePlace(value);
      if (place !== undefined) throw unstorable(part, place);
    }
  });
}
