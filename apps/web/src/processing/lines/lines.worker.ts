import { loadPlans } from "@swath/plan/load";
import { serveCalls } from "@swath/worker-rpc";
import { type LineCalls, outcomeOf } from "./line-calls.ts";

serveCalls<LineCalls>({
  read: async (bytes) => {
    const files = [{ name: "lines.kmz", bytes: new Uint8Array(bytes) }];
    return outcomeOf(await loadPlans(files, { by: "picker" }));
  },
});
