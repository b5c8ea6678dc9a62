import type { WorkLayer } from "@swath/plan/state";
import { useState } from "react";
import { plural } from "../../ui/text/format.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import type { Underway } from "../load/load-progress.tsx";
import type { Dispatch } from "./use-work.ts";
import { bare } from "../worker/plan-calls.ts";
import { usePlanWorker } from "../worker/plan-worker.ts";

/** Finds the cross-strips among all loaded lines, in a worker; what was corrected by hand goes. */
export function useDetermination(layers: readonly WorkLayer[], dispatch: Dispatch) {
  const show = useSnackbar();
  const [underway, setUnderway] = useState<Underway>();
  const worker = usePlanWorker();
  const determine = async (): Promise<void> => {
    const calls = worker.start();
    setUnderway({
      text: "Determining cross-strips",
      done: undefined,
      onCancel: () => calls.close(),
    });
    const judged = layers.map(({ geometry, marked }) => ({ geometry: bare(geometry), marked }));
    const result = await calls.call("findCrossStrips", judged);
    setUnderway(undefined);
    calls.close();
    if (result.kind === "answered") {
      const found = new Map(layers.map(({ id }, at) => [id, result.value[at]!]));
      dispatch({ type: "foundCrossStrips", found });
      show({ severity: "info", text: `${plural(countOf(result.value), "cross-strip")} found` });
    } else if (result.kind === "failed")
      show({ severity: "error", text: `Cross-strips could not be determined: ${result.reason}` });
  };
  return { underway, start: underway === undefined ? () => void determine() : undefined };
}

const countOf = (found: readonly Uint8Array[]): number =>
  found.reduce((sum, marks) => sum + marks.reduce((count, mark) => count + mark, 0), 0);
