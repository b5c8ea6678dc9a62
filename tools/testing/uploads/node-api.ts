import type { ApiCalls } from "@swath/upload-engine/ports";
import { apiCalls } from "../../../apps/cli/src/api-calls.ts";

/** A server and who calls it. */
export interface Caller {
  readonly origin: string;
  readonly token: string;
}

/** Of a server that serves every service itself. */
export const NODE_SERVICES = {
  main: "/api/main",
  processing: "/api/processing",
  "terrain-mapper": "/api/terrain-mapper",
  orchestration: "/api/orchestration",
};

/** The calls of a server that serves every service itself, with a token that lasts. */
export function nodeApi({ origin, token }: Caller): ApiCalls {
  return apiCalls({
    server: new URL(origin),
    services: NODE_SERVICES,
    tokens: { token: async () => token, after: async () => token },
  });
}
