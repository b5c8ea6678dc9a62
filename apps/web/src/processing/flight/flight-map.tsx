import Box from "@mui/material/Box";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import type { CloudFinding, FlightMap as DrawnLines } from "@swath/contract/processing";
import { mercatorX, mercatorY } from "@swath/plan/model";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { MapControl } from "../../map/controls/map-controls.tsx";
import type { MapLayer, MapMark } from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { type MapPlace, markAt } from "../../map/use-pointer.ts";
import { openCloudTab } from "../../data/cloud-link.ts";
import { flightFindingsQuery } from "../../data/findings/finding-queries.ts";
import { FindingRows } from "../../data/findings/finding-rows.tsx";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";
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

const NO_FINDINGS: readonly CloudFinding[] = [];
const MOST_FINDINGS = 5;

/** What was found in the clouds of a flight, for those who are shown clouds. */
function useFlightFindings(flightId: string): readonly CloudFinding[] {
  const mayRead = may(useIdentity().roles, "downloadObject");
  const query = useQuery({ ...flightFindingsQuery(useApi(), flightId), enabled: mayRead });
  return query.data ?? NO_FINDINGS;
}

/** Flags where something was found, as far as its place on the map is known. */
const marksOf = (findings: readonly CloudFinding[]): readonly MapMark[] =>
  findings.flatMap(({ id, closed, place: { longitude, latitude } }) =>
    longitude === null || latitude === null
      ? []
      : [{ id, closed, x: mercatorX(longitude), y: mercatorY(latitude) }],
  );

function Lines({ lines, flightId }: { readonly lines: DrawnLines; readonly flightId: string }) {
  const map = useRef<SurveyMapHandle>(null);
  const findings = useFlightFindings(flightId);
  const marks = useMemo(() => marksOf(findings), [findings]);
  const open = (place: MapPlace): void => {
    const id = markAt(marks, place)?.id;
    const found = findings.find((finding) => finding.id === id);
    if (found !== undefined)
      openCloudTab({ processing: found.processingId, job: found.job }, found.view);
  };
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
        Neither a flight plan nor flown lines are stored for this flight.
      </Box>
    );
  return (
    <>
      <Box sx={{ height: { xs: 240, md: 300 } }}>
        <SurveyMap
          ref={map}
          label={`Lines of flight ${flightId}`}
          layers={layers}
          marks={marks}
          onClick={open}
          controls={CONTROLS}
          isSmall
        />
      </Box>
      <Box sx={{ px: { xs: 1.5, sm: 2 }, py: 1, fontSize: "0.8125rem", color: "text.secondary" }}>
        {captionOf(lines)}
      </Box>
      {findings.length === 0 ? null : (
        <Box sx={{ px: { xs: 1.5, sm: 2 }, pb: 1.5 }}>
          <FindingRows findings={findings} most={MOST_FINDINGS} />
        </Box>
      )}
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
