import { useMemo, useState } from "react";
import type { NodeView } from "../choose/choose-nodes.ts";
import { type MapView, nodesOfMap, type Size, viewOfBox } from "../choose/map-view.ts";
import { type Corridor, lengthOf } from "../points/section-points.ts";
import type { Cloud } from "../read/cloud.ts";
import { boundsOf } from "./use-looks.ts";

/** Where the map is: all of the cloud, until somebody moves it. */
export function useMap(cloud: Cloud) {
  const [size, setSize] = useState<Size>();
  const [moved, setMoved] = useState<MapView>();
  const whole = useMemo(
    () => (size === undefined ? undefined : viewOfBox(boundsOf(cloud.files), size)),
    [cloud, size],
  );
  const view = moved ?? whole;
  const nodes = useMemo(
    () => (view === undefined || size === undefined ? undefined : nodesOfMap(view, size)),
    [view, size],
  );
  return { view, nodes, setSize, move: setMoved, showAll: () => setMoved(undefined) };
}
export type MapState = ReturnType<typeof useMap>;

/** Fewer points than these tell nothing; more than the others are many for a processor. */
const FEWEST = 100_000;
const FIRST_WHERE_SLOW = 400_000;

/** The 3D view: what is seen in it, and how many points the browser is equal to. */
export function useScene(cloud: Cloud) {
  const [nodes, setNodes] = useState<NodeView>();
  const [most, setMost] = useState(Number.POSITIVE_INFINITY);
  const [isUnable, setUnable] = useState(false);
  const bounds = useMemo(() => boundsOf(cloud.files), [cloud]);
  const handlers = useMemo(
    () => ({
      onView: (view: NodeView) => setNodes(view),
      onSlow: () =>
        setMost((now) => Math.max(FEWEST, Number.isFinite(now) ? now / 2 : FIRST_WHERE_SLOW)),
      onUnable: () => setUnable(true),
    }),
    [],
  );
  return { nodes, most, isUnable, bounds, handlers };
}
export type SceneState = ReturnType<typeof useScene>;

/** Lines whose lengths differ by less are the same line, moved and rounded. */
const SAME = 0.1;

/** The place on a profile that is looked at: its middle, until somebody moves it. */
export function useCursor(
  corridor: Corridor | undefined,
): readonly [number, (along: number) => void] {
  const length = corridor === undefined ? 0 : lengthOf(corridor);
  const [cursor, setCursor] = useState<{ readonly of: number; readonly along: number }>();
  const isKept = cursor !== undefined && Math.abs(cursor.of - length) < SAME;
  const along = isKept ? Math.min(length, cursor.along) : length / 2;
  return [along, (next) => setCursor({ of: length, along: next })];
}
