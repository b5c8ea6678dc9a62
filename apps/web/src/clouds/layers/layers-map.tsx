import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import Timeline from "@mui/icons-material/Timeline";
import {
  type Extent,
  GeometryBuilder,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  type PlanGeometry,
  POINT,
  toWebMercator,
} from "@swath/plan/model";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { coloured } from "../../map/line-layers.ts";
import { readPlace, writePlace } from "../../map/map-coordinates.ts";
import { featureAt } from "../../map/hit.ts";
import type { FeatureRef, MapLayer, MapMark, MapRaster, MapView } from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { type MapPlace, markAt } from "../../map/use-pointer.ts";
import { type LayersAddress, type LayersChange, writeLine } from "./layer-address.ts";
import { MapDivider } from "./map-divider.tsx";

interface LayersMapProps {
  readonly label: string;
  readonly layers: readonly MapLayer[];
  readonly rasters: readonly MapRaster[];
  readonly marks: readonly MapMark[];
  /** Of what is shown, once that is known. */
  readonly extent: Extent | undefined;
  /** The attempts on the two sides, where the map is divided. */
  readonly sides: readonly [left: string, right: string] | undefined;
  readonly address: LayersAddress;
  readonly onAddress: (change: LayersChange) => void;
  /** A flag was clicked. */
  readonly onMark: (id: string) => void;
  /** A line or an area was clicked, or is in the middle of the map where Enter was pressed. */
  readonly onFeature: (feature: FeatureRef) => void;
  /** Where the map goes when this changes. */
  readonly goal: Extent | undefined;
  readonly mayDraw: boolean;
}

const MIDDLE = 50;

/** Layers on the map, with the divide between two attempts; a profile's line is drawn by two clicks. */
export function LayersMap(props: LayersMapProps) {
  const { label, layers, rasters, marks, sides, address, onAddress, onMark, mayDraw } = props;
  const map = useRef<SurveyMapHandle>(null);
  const [view] = useState(() => readPlace(address.at));
  useGoing(map, view === undefined ? props.extent : undefined, props.goal);
  const drawing = useDrawing(onAddress);
  const { begun } = drawing;
  const drawn = useMemo(() => (begun === undefined ? layers : [...layers, begun]), [layers, begun]);
  const percent = address.divide ?? MIDDLE;
  const onClick = (place: MapPlace): void => {
    if (drawing.isOn) {
      drawing.take([longitudeOf(place.x), latitudeOf(place.y)]);
      return;
    }
    const mark = markAt(marks, place);
    if (mark !== undefined) onMark(mark.id);
    else if (place.feature !== undefined) props.onFeature(place.feature);
  };
  const middle = readPlace(address.at);
  const onKey = (event: KeyboardEvent): void => {
    if (!drawing.isOn) {
      const feature = event.key === "Enter" && middle && featureIn(layers, middle);
      if (feature) props.onFeature(feature);
      return;
    }
    if (event.key === "Enter" && middle !== undefined) drawing.take([middle.lon, middle.lat]);
    else if (event.key === "Escape") drawing.end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        {mayDraw ? <DrawButton {...drawing} /> : null}
      </Box>
      <Box
        onKeyDown={onKey}
        sx={{
          position: "relative",
          flex: { xs: "none", md: "2 1 0" },
          height: { xs: 360, md: "auto" },
          minHeight: 260,
          border: 1,
          borderColor: "divider",
        }}
      >
        <SurveyMap
          ref={map}
          label={label}
          layers={drawn}
          rasters={rasters}
          marks={marks}
          divide={percent / 100}
          view={view}
          onViewChange={(reached) => onAddress({ at: writePlace(reached) })}
          onClick={onClick}
        />
        {sides === undefined ? null : (
          <MapDivider
            left={sides[0]}
            right={sides[1]}
            percent={percent}
            onChange={(divide) => onAddress({ divide })}
          />
        )}
        {drawing.isOn ? <Cross /> : null}
      </Box>
    </>
  );
}

/** What is in the middle of the map. */
const featureIn = (layers: readonly MapLayer[], { lon, lat }: MapView): FeatureRef | undefined =>
  featureAt(layers, [mercatorX(lon), mercatorY(lat)], 0);

function DrawButton({ isOn, hint, toggle }: ReturnType<typeof useDrawing>) {
  return (
    <>
      <ToggleButton
        value="line"
        size="small"
        selected={isOn}
        onChange={toggle}
        sx={{ gap: 0.75, py: 0.25 }}
      >
        <Timeline fontSize="small" />
        Draw a profile
      </ToggleButton>
      <Box component="output" sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>
        {hint}
      </Box>
    </>
  );
}

/** Goes to what is shown once it is known, and to a goal whenever that is another. */
function useGoing(
  map: RefObject<SurveyMapHandle | null>,
  first: Extent | undefined,
  goal: Extent | undefined,
): void {
  const hasGone = useRef(false);
  useEffect(() => {
    if (first === undefined || hasGone.current) return undefined;
    // Once the map has its size.
    const frame = requestAnimationFrame(() => {
      hasGone.current = true;
      map.current?.zoomTo(first);
    });
    return () => cancelAnimationFrame(frame);
  }, [map, first]);
  useEffect(() => {
    if (goal !== undefined) map.current?.zoomTo(goal);
  }, [map, goal]);
}

type Place = readonly [longitude: number, latitude: number];

/** Two places, one after the other, become the line of the profile. */
function useDrawing(onAddress: LayersMapProps["onAddress"]) {
  const [isOn, setOn] = useState(false);
  const [from, setFrom] = useState<Place>();
  const end = (): void => {
    setOn(false);
    setFrom(undefined);
  };
  const take = (place: Place): void => {
    if (from === undefined) {
      setFrom(place);
      return;
    }
    if (from[0] === place[0] && from[1] === place[1]) return;
    end();
    onAddress({ line: writeLine(from, place) });
  };
  const toggle = (): void => (isOn ? end() : setOn(true));
  const hint = !isOn
    ? ""
    : from === undefined
      ? /* text */ "Click where the profile begins, or press Enter for the middle of the map."
      : /* text */ "Click where it ends, or press Enter for the middle of the map.";
  const begun = useMemo(
    () => (from === undefined ? undefined : coloured("begun", pointGeometry(from))),
    [from],
  );
  return { isOn, hint, begun, take, toggle, end };
}

function pointGeometry([longitude, latitude]: Place): PlanGeometry {
  const builder = new GeometryBuilder("degrees");
  builder.add(longitude, latitude);
  builder.endPart(POINT);
  builder.endFeature("A", "");
  const geometry = builder.finish();
  toWebMercator(geometry.positions);
  return geometry;
}

/** The middle of the map, which keys take. */
function Cross() {
  return (
    <Box
      aria-hidden="true"
      sx={{
        position: "absolute",
        top: "calc(50% - 12px)",
        left: "calc(50% - 12px)",
        width: 24,
        height: 24,
        pointerEvents: "none",
        background:
          "linear-gradient(#12305c, #12305c) center / 2px 100% no-repeat, linear-gradient(#12305c, #12305c) center / 100% 2px no-repeat",
        filter: "drop-shadow(0 0 1px #ffffff)",
      }}
    />
  );
}
