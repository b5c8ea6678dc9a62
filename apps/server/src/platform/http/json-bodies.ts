import { AppError } from "@swath/contract/errors";
import type { FastifyInstance } from "fastify";
import { jsonFault } from "../json/json-bounds.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Most values and members of a JSON body. */
    maxValues?: number;
  }
}

/** Most bytes of a body, where a route does not say otherwise. */
export const BODY_BYTES = 1_048_576;
const VALUES = 10_000;
const DEPTH = 32;

/**
 * Parses JSON bodies of any type of ours, once it is known that they are not too deep nor too long:
 * a megabyte may hold half a million values. An empty body is no body, whatever its declared type.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.length === 0) return done(null, undefined);
    const values = request.routeOptions.config.maxValues ?? VALUES;
    const fault = jsonFault(text, { depth: DEPTH, values });
    if (fault === undefined) return void parse(request, text, done);
    return done(new AppError("ENTITY_TOO_LARGE", `the body ${fault}`));
  });
}
