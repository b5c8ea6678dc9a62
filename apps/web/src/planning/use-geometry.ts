import { featureExtent } from "@swath/plan/model";
import type { PlanWork } from "@swath/plan/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeatureRef } from "../map/map-layer.ts";
import type { SurveyMapHandle } from "../map/survey-map.tsx";
import type { Dispatch } from "./state/use-work.ts";
import { type FeatureRow, featureRows, keyOfFeature } from "./table/feature-rows.ts";
import { useRowSelection } from "./table/use-row-selection.ts";

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
