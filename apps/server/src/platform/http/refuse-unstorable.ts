import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import { unstorablePlace } from "../json/storable-text.ts";
import { isPage } from "./web-pages.ts";

const NUL = /%00/;

/** INVALID_REQUEST for a part of a call that holds what no database keeps: NUL, half a character. */
export function unstorable(part: string, place: readonly string[]): AppError {
  const field = [part, ...place].join(".").slice(0, 200);
  return new AppError("INVALID_REQUEST", `${field}: holds NUL or malformed Unicode`, { part });
}

/**
 * Refuses every call whose address or body holds text that no database keeps. The address of a page
 * may: the page leaves out what it cannot read.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (NUL.test(request.raw.url ?? "") && !isPage(request)) throw unstorable("address", []);
  });
  app.addHook("preHandler", async (request) => {
    if (isPage(request)) return;
    const { body, query, params } = request;
    for (const [part, value] of Object.entries({ body, query, params })) {
      const place = unstorablePlace(value);
      if (place !== undefined) throw unstorable(part, place);
    }
  });
}
