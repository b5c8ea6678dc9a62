import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { NodeView } from "./choose/choose-nodes.ts";
import type { ColorBy } from "./look/look.ts";
import type { Cloud } from "./read/cloud.ts";
import { type Seen, SeenCloud } from "./seen-cloud.ts";

interface Options {
  /** Undefined until it is known how large the view is. */
  readonly view: NodeView | undefined;
  readonly budget: number;
  /** What colours say, as far as points are read or compared for it. */
  readonly color: ColorBy | undefined;
}

/** What is seen of a cloud in a view; drawn again as more of it comes in, once a frame. */
export function useSeenCloud(
  cloud: Cloud,
  { view, budget, color }: Options,
): Seen & { readonly retry: () => void } {
  const [withTimes, isComparing] = [color === "time", color === "difference"];
  const store = useMemo(() => new SeenCloud(cloud, withTimes), [cloud, withTimes]);
  useEffect(() => store.look(view, budget, isComparing), [store, view, budget, isComparing]);
  const seen = useSyncExternalStore(store.subscribe, store.seen);
  return { ...seen, retry: store.retry };
}
