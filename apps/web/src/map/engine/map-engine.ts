import type { BaseMap } from "@swath/contract/settings";
import type { Extent } from "@swath/plan/model";
import Kinetic from "ol/Kinetic";
import OpenLayersMap from "ol/Map";
import { unByKey } from "ol/Observable";
import View from "ol/View";
import DoubleClickZoom from "ol/interaction/DoubleClickZoom";
import DragPan from "ol/interaction/DragPan";
import type Interaction from "ol/interaction/Interaction";
import KeyboardPan from "ol/interaction/KeyboardPan";
import KeyboardZoom from "ol/interaction/KeyboardZoom";
import MouseWheelZoom from "ol/interaction/MouseWheelZoom";
import PinchZoom from "ol/interaction/PinchZoom";
import { graticule } from "../ground/graticule.ts";
import { loadCoast } from "../ground/load-coast.ts";
import {
  centerOf,
  dataExtent,
  resolutionOf,
  sameView,
  shiftTowards,
  viewOf,
  WORLD,
} from "../map-coordinates.ts";
import type { FeatureRef, MapLayer, MapMark, MapRaster, MapView } from "../map-layer.ts";
import { paintFlag } from "../paint/paint-flag.ts";
import { BaseTiles } from "./base-tiles.ts";
import { highlight } from "./highlight.ts";
import { INDEXED, PictureLayer } from "./picture-layer.ts";
import { RasterLayer } from "./raster-layer.ts";
import { type Sketch, SketchLayer } from "./sketch-layer.ts";

/** Whether the system asks for no movement. */
const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Milliseconds of a zoom or a pan that the map does by itself. */
const motionMs = (usual: number): number => (prefersStillness() ? 0 : usual);

/** Pointer, wheel and keyboard; nothing turns the map. */
function mapInteractions(): Interaction[] {
  const still = prefersStillness();
  const duration = motionMs(200);
  return [
    new DragPan(still ? {} : { kinetic: new Kinetic(-0.005, 0.05, 100) }),
    new DoubleClickZoom({ duration }),
    new PinchZoom({ duration }),
    new MouseWheelZoom({ duration }),
    new KeyboardPan({ duration: motionMs(100) }),
    new KeyboardZoom({ duration }),
  ];
}

/** How long the map rests before its view is reported. */
const REPORT_MS = 300;
/** Pixels that are left free around what is zoomed to. */
const FIT_MARGIN = 40;
/** How close "Zoom to Data Extents" goes to a single point: metres of a pixel. */
const CLOSEST = 1;
/** The world 512 pixels wide. */
const LEAST_ZOOM = 1;
const MOST_ZOOM = 22;

export interface EngineEvents {
  readonly onView: (view: MapView) => void;
  /** Whether the base map answers; false too where there is none. */
  readonly onTiles: (answers: boolean) => void;
  /** Metres of a pixel and the latitude in the middle, with each frame that changes them. */
  readonly onScale: (resolution: number, lat: number) => void;
}

/** The map without React: one OpenLayers map and its three layers. */
export class MapEngine {
  readonly map: OpenLayersMap;
  readonly #view: View;
  readonly #tiles = new BaseTiles();
  readonly #pictures = new PictureLayer();
  readonly #sketches = new SketchLayer();
  readonly #rasters = new Map<string, RasterLayer>();
  #layers: readonly MapLayer[] = [];
  #hovered: FeatureRef | undefined;
  #ground = false;
  #dark = false;
  #hasCoast = false;
  #reported: MapView;
  #report: ReturnType<typeof setTimeout> | undefined;
  /** What the view was fitted to last, and where it stood then; it is on its way without `at`. */
  #fitted: { readonly extent: Extent; readonly at?: string } | undefined;

  constructor(view: MapView) {
    this.#reported = view;
    this.#pictures.setZIndex(1);
    this.#sketches.setZIndex(2);
    this.#view = new View({
      center: centerOf(view),
      zoom: view.zoom,
      constrainResolution: false,
      enableRotation: false,
      multiWorld: true,
      minZoom: LEAST_ZOOM,
      maxZoom: MOST_ZOOM,
    });
    this.map = new OpenLayersMap({
      view: this.#view,
      layers: [this.#tiles.layer, this.#pictures, this.#sketches],
      controls: [],
      interactions: mapInteractions(),
    });
  }

  /** Draws in an element; what this returns ends it. */
  attach(target: HTMLElement, events: EngineEvents): () => void {
    this.map.setTarget(target);
    this.#pictures.start();
    this.#tiles.start((answers) => {
      this.#setGround(!answers);
      events.onTiles(answers);
    });
    const watched = this.#watch(events);
    return () => {
      clearTimeout(this.#report);
      unByKey(watched);
      this.#tiles.stop();
      this.#pictures.stop();
      for (const layer of this.#rasters.values()) layer.stop();
      this.map.setTarget();
    };
  }

  setLayers(layers: readonly MapLayer[]): void {
    this.#layers = layers;
    this.#pictures.setLayers(layers);
    this.#drawHovered();
  }

  /** Rasters between the base map and the lines, lowest first. */
  setRasters(rasters: readonly MapRaster[], divide: number): void {
    const left = new Map(this.#rasters);
    for (const [at, raster] of rasters.entries()) {
      const known = this.#rasters.get(raster.id);
      const layer = known?.paint === raster.paint ? known : new RasterLayer(raster.paint);
      if (layer === known) left.delete(raster.id);
      else this.map.addLayer(layer);
      this.#rasters.set(raster.id, layer);
      layer.setZIndex((at + 1) / (rasters.length + 1));
      layer.look(raster, divide);
    }
    for (const [id, layer] of left) {
      layer.stop();
      this.map.removeLayer(layer);
      if (this.#rasters.get(id) === layer) this.#rasters.delete(id);
    }
    this.#showCoast();
  }

  /** Flags, above all that is drawn. */
  setMarks(marks: readonly MapMark[]): void {
    this.draw(
      "marks",
      marks.length === 0
        ? undefined
        : ({ context, center, place }) => {
            for (const { x, y, closed } of marks) {
              const shift = Math.round((center[0] - x) / WORLD) * WORLD;
              paintFlag(context, closed, place(x + shift, y));
            }
          },
    );
  }

  setBaseMap(map: BaseMap | undefined): void {
    this.#tiles.show(map);
  }

  setDark(dark: boolean): void {
    this.#dark = dark;
    this.#tiles.setDark(dark);
    this.#pictures.setDark(dark);
    this.#drawGrid();
    this.#drawHovered();
  }

  setHovered(hovered: FeatureRef | undefined): void {
    this.#hovered = hovered;
    this.#drawHovered();
  }

  draw(name: string, sketch: Sketch | undefined): void {
    this.#sketches.draw(name, sketch);
  }

  /** Calls back whenever a geometry's features can be searched; what this returns ends it. */
  onIndexed(listener: () => void): () => void {
    this.#pictures.addEventListener(INDEXED, listener);
    return () => this.#pictures.removeEventListener(INDEXED, listener);
  }

  /** Moves to a view that comes from outside; its own reports come back without a movement. */
  setView(view: MapView): void {
    if (sameView(view, this.#reported)) return;
    this.#reported = view;
    this.#view.cancelAnimations();
    this.#view.setCenter(centerOf(view));
    this.#view.setResolution(resolutionOf(view.zoom));
  }

  center(): readonly number[] {
    return this.#view.getCenter() ?? [0, 0];
  }

  /** A drawing that was made in another world of the map, moved to where the data is. */
  towardsData(corners: Float64Array): Float64Array {
    const extent = dataExtent(this.#layers);
    if (extent === undefined) return corners;
    let [least, most] = [Infinity, -Infinity];
    for (let at = 0; at < corners.length; at += 2) {
      least = Math.min(least, corners[at]!);
      most = Math.max(most, corners[at]!);
    }
    const shift = shiftTowards((least + most) / 2, extent);
    return corners.map((value, at) => (at % 2 === 0 ? value + shift : value));
  }

  zoomBy(delta: number): void {
    const zoom = (this.#view.getZoom() ?? 0) + delta;
    this.#view.cancelAnimations();
    this.#view.animate({ zoom, duration: motionMs(200) });
  }

  /** Zooms to all visible features; stays where it is without any. */
  zoomToData(): void {
    const extent = dataExtent(this.#layers);
    if (extent !== undefined) this.zoomTo(extent);
  }

  zoomTo(extent: Extent): void {
    this.#fit(extent, motionMs(250));
  }

  #fit(extent: Extent, duration: number): void {
    this.#view.cancelAnimations();
    const fitted = { extent };
    this.#fitted = fitted;
    const size = this.map.getSize();
    this.#view.fit([...extent], {
      // Of a map that changes its size the view knows the former one.
      ...(size && { size }),
      padding: [FIT_MARGIN, FIT_MARGIN, FIT_MARGIN, FIT_MARGIN],
      minResolution: CLOSEST,
      duration,
      callback: (isThere) => {
        if (this.#fitted !== fitted) return;
        this.#fitted = isThere ? { extent, at: this.#place() } : undefined;
      },
    });
  }

  /** What was zoomed to stays in sight as the map changes its size, until somebody moves it. */
  #refit(): void {
    if (this.#fitted === undefined) return;
    const { extent, at } = this.#fitted;
    if (at === undefined || at === this.#place()) this.#fit(extent, 0);
    else this.#fitted = undefined;
  }

  #place(): string {
    return [...this.center(), this.#view.getResolution()].join(" ");
  }

  #watch({ onView, onScale }: EngineEvents) {
    const changed = (): void => {
      const center = this.#view.getCenter() ?? [0, 0];
      const resolution = this.#view.getResolution() ?? 1;
      const view = viewOf(center, resolution);
      onScale(resolution, view.lat);
      clearTimeout(this.#report);
      this.#report = setTimeout(() => {
        if (sameView(view, this.#reported)) return;
        this.#reported = view;
        onView(view);
      }, REPORT_MS);
    };
    changed();
    return [
      this.#view.on("change:center", changed),
      this.#view.on("change:resolution", changed),
      this.map.on("change:size", () => this.#refit()),
    ];
  }

  #setGround(shown: boolean): void {
    this.#ground = shown;
    this.#drawGrid();
    this.#showCoast();
    if (shown) void this.#bringCoast();
  }

  /** Land is painted with the lines: it would cover rasters. */
  #showCoast(): void {
    this.#pictures.showCoast(this.#ground && this.#rasters.size === 0);
  }

  #drawHovered(): void {
    this.#sketches.draw("hovered", highlight(this.#layers, this.#hovered, this.#dark));
  }

  #drawGrid(): void {
    this.#sketches.draw("grid", this.#ground ? graticule(this.#dark) : undefined);
  }

  async #bringCoast(): Promise<void> {
    if (this.#hasCoast) return;
    this.#hasCoast = true;
    // Without it there is still the grid; the next silence asks again.
    const coast = await loadCoast().catch(() => undefined);
    this.#hasCoast = coast !== undefined;
    if (coast !== undefined) this.#pictures.setCoast(coast);
  }
}
