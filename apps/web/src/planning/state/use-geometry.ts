import { AREA, featureExtent, LINE, passesFilter, type PlanFilter, POINT } from "@swath/plan/model";
import type { PlanWork, WorkLayer } from "@swath/plan/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeatureRef } from "../../map/map-layer.ts";
import type { SurveyMapHandle } from "../../map/survey-map.tsx";
import type { Selection } from "../../ui/table/selection.tsx";
import type { Dispatch } from "./use-work.ts";

/** A feature as the table lists it. */
export interface FeatureRow {
  /** Of all rows of the work. */
  readonly key: string;
  readonly layerId: string;
  readonly feature: number;
  readonly name: string;
  readonly kind: string;
  readonly folder: string;
  readonly file: string;
}

const keyOfFeature = (layerId: string, feature: number): string => `${layerId} ${feature}`;

function kindName(kind: number | undefined): string {
  if (kind === LINE) return "Line";
  if (kind === AREA) return "Area";
  return kind === POINT ? "Point" : "Collection";
}

/** The features of the visible layers that the radio shows, as the files have them. */
function featureRows(
  layers: readonly Pick<WorkLayer, "id" | "file" | "geometry">[],
  filter: PlanFilter,
): readonly FeatureRow[] {
  const rows: FeatureRow[] = [];
  for (const { id, file, geometry } of layers) {
    const { kinds, names, folders } = geometry;
    for (let feature = 0; feature < kinds.length; feature += 1) {
      if (!passesFilter(kinds[feature], filter)) continue;
      const kind = kindName(kinds[feature]);
      rows.push({
        key: keyOfFeature(id, feature),
        layerId: id,
        feature,
        name: names[feature] || `${kind} ${feature + 1}`,
        kind,
        folder: folders[feature] ?? "",
        file,
      });
    }
  }
  return rows;
}

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
