import type { PlanWork } from "@swath/plan/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { featureExtent } from "@swath/plan/model";
import type { Selection } from "../ui/table/selection.ts";
import type { Dispatch } from "./state/use-work.ts";
import { type FeatureRow, featureRows, keyOfFeature } from "./table/feature-rows.ts";
import type { FeatureRef } from "../map/map-layer.ts";
import type { SurveyMapHandle } from "../map/survey-map.tsx";

/** Features of rows by their layer, as the reducer takes them. */
function picksOf(
  rows: Iterable<Pick<FeatureRow, "layerId" | "feature">>,
): ReadonlyMap<string, readonly number[]> {
  const picks = new Map<string, number[]>();
  for (const { layerId, feature } of rows) {
    const before = picks.get(layerId);
    if (before === undefined) picks.set(layerId, [feature]);
    else before.push(feature);
  }
  return picks;
}

/** The selection of the work as the table's: what is selected there is selected on the map. */
function useRowSelection(
  layers: PlanWork["layers"],
  rows: readonly FeatureRow[],
  dispatch: Dispatch,
): Selection {
  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows]);
  // The row that was toggled last, from which a range goes.
  const last = useRef<string>(undefined);
  return useMemo(() => {
    const selected = new Map(layers.map((layer) => [layer.id, layer.selected]));
    const isChosen = (key: string): boolean => {
      const row = byKey.get(key);
      return row !== undefined && selected.get(row.layerId)?.[row.feature] === 1;
    };
    const set = (keys: readonly string[], on: boolean): void => {
      const picks = picksOf(keys.flatMap((key) => byKey.get(key) ?? []));
      dispatch({ type: "select", picks, mode: on ? "add" : "remove" });
    };
    const toggle = (key: string): void => {
      last.current = key;
      set([key], !isChosen(key));
    };
    return {
      chosen: NONE,
      isChosen,
      toggle,
      extendTo: (key, keys) => {
        const [from, to] = [keys.indexOf(last.current ?? ""), keys.indexOf(key)];
        if (from < 0 || to < 0) return toggle(key);
        set(keys.slice(Math.min(from, to), Math.max(from, to) + 1), isChosen(last.current ?? ""));
      },
      toggleAll: (keys) => set(keys, !keys.every(isChosen)),
      clear: () => dispatch({ type: "clearSelection" }),
    };
  }, [layers, byKey, dispatch]);
}

/** The work itself says what is selected. */
const NONE: ReadonlySet<string> = new Set();

/** What the table lists: other rows only where other features are shown. */
function useRows({ layers, filter }: PlanWork): readonly FeatureRow[] {
  const visible = layers.filter((each) => each.visible);
  const ids = visible.map(({ id }) => id).join(" ");
  // oxlint-disable-next-line react/exhaustive-deps -- a layer's identifier never stands for other geometry
  return useMemo(() => featureRows(visible, filter), [ids, filter]);
}

/** Map and table as one: what is selected in one is selected, and brought into sight, in the other. */
export function useGeometry(work: PlanWork, dispatch: Dispatch) {
  const map = useRef<SurveyMapHandle>(null);
  const rows = useRows(work);
  const selection = useRowSelection(work.layers, rows, dispatch);
  const [goTo, setGoTo] = useState<{ readonly key: string }>();
  const { layers } = work;
  const onFind = useCallback(
    ({ layerId, feature }: FeatureRow): void => {
      const layer = layers.find(({ id }) => id === layerId);
      if (layer !== undefined) map.current?.zoomTo(featureExtent(layer.geometry, feature));
    },
    [layers],
  );
  const onPick = useCallback(
    ({ layerId, feature }: FeatureRef): void => setGoTo({ key: keyOfFeature(layerId, feature) }),
    [],
  );
  // Once what was loaded is on the map.
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    if (loads > 0) map.current?.zoomToData();
  }, [loads]);
  const zoomToLoaded = useCallback(() => setLoads((before) => before + 1), []);
  return { map, rows, selection, goTo, onFind, onPick, zoomToLoaded };
}
