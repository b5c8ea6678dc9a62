import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import type { Extent } from "@swath/plan/model";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useConfig } from "../platform/config/config.ts";
import { useDark } from "../ui/use-environment.ts";
import { type MapControl, MapControls } from "./controls/map-controls.tsx";
import { Attribution, ScaleBar } from "./controls/scale-and-attribution.tsx";
import { MapEngine } from "./engine/map-engine.ts";
import {
  DEFAULT_VIEW,
  type FeatureRef,
  type MapLayer,
  type MapMark,
  type MapRaster,
  type MapTool,
  type MapView,
} from "./map-layer.ts";
import { type MapPlace, usePointer } from "./use-pointer.ts";
import { GROUNDS } from "./palette.ts";
import { MeasurePanel, useMeasuring } from "./tools/measure-panel.tsx";
import { useLasso } from "./tools/use-lasso.ts";

interface EngineProps {
  readonly view?: MapView | undefined;
  readonly onViewChange?: ((view: MapView) => void) | undefined;
}

interface MapScale {
  readonly resolution: number;
  readonly lat: number;
}

/** The map's engine, which draws while its ground is on the page, and what it reports. */
function useEngine(ground: RefObject<HTMLElement | null>, props: EngineProps) {
  const { view } = props;
  const [engine] = useState(() => new MapEngine(view ?? DEFAULT_VIEW));
  const [scale, setScale] = useState<MapScale>();
  const [answers, setAnswers] = useState<boolean>();
  const onView = useEffectEvent((reached: MapView) => props.onViewChange?.(reached));
  useEffect(() => {
    if (ground.current === null) return undefined;
    return engine.attach(ground.current, {
      onView: (reached) => onView(reached),
      onTiles: setAnswers,
      onScale: (resolution, lat) =>
        setScale((known) =>
          known?.resolution === resolution && Math.abs(known.lat - lat) < 0.1
            ? known
            : { resolution, lat },
        ),
    });
  }, [engine, ground]);
  useEffect(() => {
    if (view !== undefined) engine.setView(view);
  }, [engine, view]);
  return { engine, scale, answers };
}

interface BaseMapProps {
  readonly baseMap?: number | undefined;
  readonly onBaseMapChange?: ((index: number) => void) | undefined;
}

/** The base maps of the configuration, of which one is shown; with a single one, it or none. */
function useBaseMaps(engine: MapEngine, props: BaseMapProps) {
  const { baseMaps } = useConfig();
  const [own, setOwn] = useState(0);
  const count = baseMaps.length === 1 ? 2 : baseMaps.length;
  const index = props.baseMap ?? own;
  const shown = baseMaps[index];
  useEffect(() => engine.setBaseMap(shown), [engine, shown]);
  const toggle = (): void => {
    if (count < 2) return;
    const next = (index + 1) % count;
    setOwn(next);
    props.onBaseMapChange?.(next);
  };
  return { shown, count, toggle };
}

const TEXT = "The base map does not answer. Coastline and grid are shown instead.";

const SAID = {
  display: "flex",
  alignItems: "center",
  gap: 1,
  px: 1.5,
  py: 0.5,
  maxWidth: 340,
  fontSize: "0.85rem",
} as const;

/** Says once that no tile came; the map stays as usable as it was. */
function NoTiles({ silent }: { silent: boolean }) {
  const [read, setRead] = useState(false);
  const isShown = silent && !read;
  return (
    <output>
      {isShown ? (
        <Paper elevation={3} sx={SAID}>
          <span>{TEXT}</span>
          <Button size="small" onClick={() => setRead(true)}>
            OK
          </Button>
        </Paper>
      ) : null}
    </output>
  );
}

export interface SurveyMapHandle {
  /** Zooms by so many levels. */
  zoomBy(delta: number): void;
  zoomToData(): void;
  zoomTo(extent: Extent): void;
  toggleBaseMap(): void;
  focus(): void;
}

export interface SurveyMapProps {
  /** Its accessible name. */
  readonly label: string;
  /** Lowest first; compared by identity, as are the arrays within. */
  readonly layers: readonly MapLayer[];
  /** Below the layers, lowest first; compared by identity. */
  readonly rasters?: readonly MapRaster[] | undefined;
  /** Share of the map's width at which rasters of its left side end and those of its right one begin. */
  readonly divide?: number | undefined;
  /** Flags above all; compared by identity. */
  readonly marks?: readonly MapMark[] | undefined;
  /** Where it begins, and where it moves when this changes. */
  readonly view?: MapView | undefined;
  /** Called once the map rests. */
  readonly onViewChange?: ((view: MapView) => void) | undefined;
  readonly hovered?: FeatureRef | undefined;
  /** Undefined where the pointer leaves the map. */
  readonly onHover?: ((place: MapPlace | undefined) => void) | undefined;
  readonly onClick?: ((place: MapPlace) => void) | undefined;
  /** Without it the map has a tool of its own: measuring, by its button. */
  readonly tool?: MapTool | undefined;
  /** Its button was pressed, or Escape ended a tool: the next `tool`. */
  readonly onToolChange?: ((tool: MapTool) => void) | undefined;
  /** Corners in EPSG:3857, x and y in turn, not closed. */
  readonly onLasso?: ((corners: Float64Array) => void) | undefined;
  /** Which of the configuration's base maps is shown; without it the map keeps that itself. */
  readonly baseMap?: number | undefined;
  readonly onBaseMapChange?: ((index: number) => void) | undefined;
  readonly controls?: readonly MapControl[] | undefined;
  readonly onClose?: (() => void) | undefined;
  /** A small map: of a base map that does not answer nothing is said. */
  readonly isSmall?: boolean;
  readonly ref?: Ref<SurveyMapHandle> | undefined;
  /** More buttons below the map's own. */
  readonly children?: ReactNode;
}

const NO_RASTERS: readonly MapRaster[] = [];
const NO_MARKS: readonly MapMark[] = [];
const ALL_CONTROLS: readonly MapControl[] = [
  "zoomIn",
  "zoomOut",
  "zoomToData",
  "baseMap",
  "measure",
];

/** Plans and flight lines on a map. It fills its parent, which needs a height. */
export function SurveyMap({ ref, ...props }: SurveyMapProps) {
  const { label, layers, hovered, controls = ALL_CONTROLS, children } = props;
  const { rasters = NO_RASTERS, marks = NO_MARKS, divide = 0.5 } = props;
  const dark = useDark();
  const ground = useRef<HTMLDivElement>(null);
  const { engine, scale, answers } = useEngine(ground, props);
  const baseMaps = useBaseMaps(engine, props);
  const measuring = useMeasuring(engine, props);
  const lasso = useLasso(engine, ground, props);
  usePointer(engine, ground, props);
  useEffect(() => engine.setLayers(layers), [engine, layers]);
  useEffect(() => engine.setRasters(rasters, divide), [engine, rasters, divide]);
  useEffect(() => engine.setMarks(marks), [engine, marks]);
  useEffect(() => engine.setDark(dark), [engine, dark]);
  useEffect(() => engine.setHovered(hovered), [engine, hovered]);
  useImperativeHandle(ref, () => ({
    zoomBy: (delta) => engine.zoomBy(delta),
    zoomToData: () => engine.zoomToData(),
    zoomTo: (extent) => engine.zoomTo(extent),
    toggleBaseMap: baseMaps.toggle,
    focus: () => ground.current?.focus(),
  }));
  const act: Record<MapControl, () => void> = {
    close: () => props.onClose?.(),
    zoomIn: () => engine.zoomBy(1),
    zoomOut: () => engine.zoomBy(-1),
    zoomToData: () => engine.zoomToData(),
    baseMap: baseMaps.toggle,
    measure: measuring.toggle,
  };
  const endTool = (event: KeyboardEvent): void => {
    if (!measuring.onKey(event) && !lasso.onKey(event.key)) return;
    // A dialog around the map stays open.
    event.stopPropagation();
    event.preventDefault();
  };
  const isDrawing = lasso.active || measuring.active;
  return (
    <Box sx={{ position: "relative", width: "100%", height: "100%" }} onKeyDown={endTool}>
      <Ground label={label} dark={dark} isDrawing={isDrawing} ref={ground} />
      <Corner at={{ top: 8, right: 8 }}>
        <MapControls
          shown={controls}
          disabled={baseMaps.count < 2 ? ["baseMap"] : []}
          pressed={measuring.active ? ["measure"] : []}
          onControl={(control) => act[control]()}
        >
          {children}
        </MapControls>
      </Corner>
      <Corner at={{ top: 8, left: 8 }}>
        {measuring.active ? <MeasurePanel {...measuring} /> : null}
      </Corner>
      <Corner at={{ bottom: 8, left: 8 }}>
        <NoTiles
          silent={props.isSmall !== true && answers === false && baseMaps.shown !== undefined}
        />
        {scale === undefined ? null : <ScaleBar {...scale} />}
      </Corner>
      <Corner at={{ bottom: 8, right: 8 }}>
        <Attribution map={baseMaps.shown} ground={answers !== true} />
      </Corner>
    </Box>
  );
}

interface GroundProps {
  readonly label: string;
  readonly dark: boolean;
  readonly isDrawing: boolean;
  readonly ref: Ref<HTMLDivElement>;
}

/** What the map is drawn on, which takes the keyboard. */
function Ground({ label, dark, isDrawing, ref }: GroundProps) {
  return (
    <Box
      ref={ref}
      role="application"
      aria-label={label}
      aria-roledescription="Map"
      tabIndex={0}
      style={{ cursor: isDrawing ? "crosshair" : "grab" }}
      sx={{
        position: "absolute",
        inset: 0,
        overflow: "hidden",
        touchAction: "none",
        bgcolor: GROUNDS[dark ? "dark" : "light"],
        "&:focus-visible": { outlineOffset: -2 },
      }}
    />
  );
}

/** Lies over a corner of the map. */
function Corner({ at, children }: { at: Readonly<Record<string, number>>; children: ReactNode }) {
  return (
    <Box style={at} sx={{ position: "absolute", display: "grid", gap: 1, justifyItems: "start" }}>
      {children}
    </Box>
  );
}
