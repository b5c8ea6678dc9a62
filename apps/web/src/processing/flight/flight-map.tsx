import Box from "@mui/material/Box";
import { endpoints } from "@swath/contract/endpoints";
import type { FlightMap as DrawnLines } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { MapControl } from "../../map/controls/map-controls.tsx";
import type { MapLayer } from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { PageCard } from "../../ui/page/page-card.tsx";
import { plural } from "../../ui/text/format.ts";
import { coloured, geometryOf } from "../../map/line-layers.ts";

const CONTROLS: readonly MapControl[] = ["zoomIn", "zoomOut", "zoomToData", "baseMap"];

interface FlightMapProps {
  readonly flightId: string;
  /** What the lines are drawn from: another text, another map. */
  readonly of: readonly string[];
}

/** Where a flight was to fly, and where it flew. */
export function FlightMap({ flightId, of }: FlightMapProps) {
  const query = useQuery({
    ...callQuery(useApi(), queryKeys.flightMap(flightId, of), endpoints.readFlightMap, {
      params: { flightId },
    }),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <PageCard title="Map" isFlush>
      <Fetched
        query={query}
        loading="Drawing the lines..."
        failed="The lines could not be drawn"
        severity="warning"
      >
        {(lines) => <Lines lines={lines} flightId={flightId} />}
      </Fetched>
    </PageCard>
  );
}

function Lines({ lines, flightId }: { readonly lines: DrawnLines; readonly flightId: string }) {
  const map = useRef<SurveyMapHandle>(null);
  const layers = useMemo(() => layersOf(lines), [lines]);
  useEffect(() => {
    if (layers.length === 0) return undefined;
    // Once the map has its size.
    const frame = requestAnimationFrame(() => map.current?.zoomToData());
    return () => cancelAnimationFrame(frame);
  }, [layers]);
  if (layers.length === 0)
    return (
      <Box sx={{ p: 2, color: "text.secondary" }}>
        Neither a flight plan nor flown lines are stored of this flight.
      </Box>
    );
  return (
    <>
      <Box sx={{ height: { xs: 240, md: 300 } }}>
        <SurveyMap
          ref={map}
          label={`Lines of flight ${flightId}`}
          layers={layers}
          controls={CONTROLS}
          isSmall
        />
      </Box>
      <Box sx={{ px: { xs: 1.5, sm: 2 }, py: 1, fontSize: "0.8125rem", color: "text.secondary" }}>
        {captionOf(lines)}
      </Box>
    </>
  );
}

/** Planned lines in colour, flown ones thin above them; flown ones alone in colour. */
function layersOf({ planned, flown }: DrawnLines): readonly MapLayer[] {
  if (planned.length === 0) return flown.length === 0 ? [] : [coloured("flown", geometryOf(flown))];
  // The name of an area would lie across its lines.
  const named = planned.map(({ name, path, area }) => ({ name: area ? "" : name, path }));
  const below = coloured("planned", geometryOf(named));
  if (flown.length === 0) return [below];
  return [below, { id: "flown", geometry: geometryOf(flown), look: "flown" }];
}

/** What the map shows, in words. */
export function captionOf({ planned, flown }: DrawnLines): string {
  const lines = planned.filter(({ area, crossStrip }) => !area && !crossStrip).length;
  const crossStrips = planned.filter(({ crossStrip }) => crossStrip).length;
  const plan =
    planned.length === 0
      ? "No flight plan is stored"
      : `Planned, in blue: ${plural(lines, "line")}, ${plural(crossStrips, "cross-strip")}`;
  const track =
    flown.length === 0
      ? "nothing of what was flown is published yet"
      : `flown, in grey: ${plural(flown.length, "line")}`;
  return `${plan}; ${track}.`;
}
