import { QueryClient } from "@tanstack/react-query";
import { retryRule } from "./retry.ts";

/** The cache of the server's answers, with the one retry rule; offline is a failure like any other. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...retryRule, networkMode: "always" },
      // Else what was confirmed offline would wait, and be done when the network is back.
      mutations: { networkMode: "always" },
    },
  });
}
