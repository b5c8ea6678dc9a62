import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { PlanGeometry } from "@swath/plan/model";
import { useEffect, useMemo, useRef, useState } from "react";
import type { MapControl } from "../../map/controls/map-controls.tsx";
import type { MapLayer } from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { useApi } from "../../platform/api/api.ts";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { reflightQuery, LINES_LOADING, NO_LINES } from "./lines-queries.ts";
import { coloured } from "../../map/line-layers.ts";
import { MISSED, missedExtent, type ReflightLayers, reflightLayers } from "./reflight.ts";
import { ReflightPanel } from "./reflight-panel.tsx";

interface LinesMapProps {
  readonly processingId: string;
  /** The name of the record and area of interest. */
  readonly name: string;
  /** Undefined until they are read. */
  readonly lines: { readonly geometry: PlanGeometry | undefined } | undefined;
  readonly reflight: boolean;
}

const CONTROLS: readonly MapControl[] = ["zoomIn", "zoomOut", "zoomToData", "baseMap", "measure"];

/** Flown lines on the map; with the reflight list the planned ones below, and above what was missed. */
export function LinesMap({ processingId, name, lines, reflight }: LinesMapProps) {
  const api = useApi();
  const map = useRef<SurveyMapHandle>(null);
  const [chosen, setChosen] = useState<number>();
  const compared = useQuery({ ...reflightQuery(api, processingId), enabled: reflight });
  const geometry = lines?.geometry;
  const beside = useMemo(() => reflightLayers(compared.data), [compared.data]);
  const layers = useMemo(
    () => layersOf(geometry, reflight ? beside : undefined),
    [geometry, reflight, beside],
  );
  const missed = reflight ? chosen : undefined;
  useEffect(() => {
    if (layers.length === 0) return undefined;
    const extent = missed === undefined ? undefined : missedExtent(beside, missed);
    // Once the map has the width that the list leaves it.
    const frame = requestAnimationFrame(() =>
      extent === undefined ? map.current?.zoomToData() : map.current?.zoomTo(extent),
    );
    return () => cancelAnimationFrame(frame);
  }, [layers, beside, missed]);
  return (
    <Box
      sx={{
        display: "flex",
        flexDirection: { xs: "column", md: "row" },
        flexGrow: 1,
        minHeight: 0,
      }}
    >
      <Box sx={{ position: "relative", flexGrow: 1, minWidth: 0, minHeight: 200 }}>
        <SurveyMap
          ref={map}
          label={`Flight lines of ${name}`}
          layers={layers}
          hovered={missed === undefined ? undefined : { layerId: MISSED, feature: missed }}
          controls={CONTROLS}
        />
        <Says text={saidOf(lines)} />
      </Box>
      {reflight ? (
        <ReflightPanel query={compared} name={name} chosen={chosen} onChoose={setChosen} />
      ) : null}
    </Box>
  );
}

/** Flown lines alone, or thin between planned ones and what was missed of these. */
function layersOf(
  geometry: PlanGeometry | undefined,
  beside: ReflightLayers | undefined,
): readonly MapLayer[] {
  if (beside === undefined) return geometry === undefined ? [] : [coloured("flown", geometry)];
  const flown: MapLayer[] =
    geometry === undefined ? [] : [{ id: "flown", geometry, look: "flown" }];
  return [...beside.below, ...flown, ...beside.above];
}

function saidOf(lines: LinesMapProps["lines"]): string | undefined {
  if (lines === undefined) return LINES_LOADING;
  return lines.geometry === undefined ? NO_LINES : undefined;
}

/** In the middle above the map. */
function Says({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Box
      sx={{
        position: "absolute",
        top: "50%",
        left: "50%",
        transform: "translate(-50%, -50%)",
        p: 2,
        borderRadius: 1,
        bgcolor: "background.paper",
        boxShadow: 3,
      }}
    >
      {text === LINES_LOADING ? <Waiting text={text} shape="inline" /> : <output>{text}</output>}
    </Box>
  );
}
