import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { NodeView } from "./choose/choose-nodes.ts";
import type { Cloud } from "./read/cloud.ts";
import { type Seen, SeenCloud } from "./seen-cloud.ts";

interface Options {
  /** Undefined until it is known how large the view is. */
  readonly view: NodeView | undefined;
  readonly budget: number;
  readonly withTimes: boolean;
}

/** What is seen of a cloud in a view; drawn again as more of it comes in, once a frame. */
export function useSeenCloud(
  cloud: Cloud,
  { view, budget, withTimes }: Options,
): Seen & { readonly retry: () => void } {
  const store = useMemo(() => new SeenCloud(cloud, withTimes), [cloud, withTimes]);
  useEffect(() => store.look(view, budget), [store, view, budget]);
  const seen = useSyncExternalStore(store.subscribe, store.seen);
  return { ...seen, retry: store.retry };
}
