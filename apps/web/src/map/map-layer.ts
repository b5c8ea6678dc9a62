import type { PlanGeometry } from "@swath/plan/model";

/** In `colours`: a feature that no instruction has. */
export const NO_COLOUR = 255;

/** Bits of `flags`. */
export const SELECTED = 1;
export const CROSS_STRIP = 2;
export const HIDDEN = 4;
/** Drawn pale and without its name. */
export const DIMMED = 8;

/** `missed` is drawn thick and red, with its names at every zoom; `flown` thin, in one grey. */
export type LayerStyle = "plan" | "flown" | "missed";

/** What the map draws of one file. New arrays are new contents: nothing is changed in place. */
export interface MapLayer {
  readonly id: string;
  readonly geometry: PlanGeometry;
  readonly look?: LayerStyle;
  readonly visible?: boolean;
  /** 0 to 1; without it 1. */
  readonly opacity?: number;
  /** Index into `PALETTE` of each feature, or {@link NO_COLOUR}; without it no feature has one. */
  readonly colours?: Uint8Array;
  /** {@link SELECTED}, {@link CROSS_STRIP}, {@link HIDDEN} and {@link DIMMED} of each feature; without it 0. */
  readonly flags?: Uint8Array;
}

/** One feature of a layer. */
export interface FeatureRef {
  readonly layerId: string;
  readonly feature: number;
}

/** What the map shows: degrees of WGS 84, and the zoom of web maps (0: the world in 256 pixels). */
export interface MapView {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
}

/** Australia, where the portal's flights are (document 3, sections 2.2 and 2.11). */
export const DEFAULT_VIEW: MapView = { lat: -28.27, lon: 133.78, zoom: 4 };

/** What a dragged pointer or a click does. */
export type MapTool = "pan" | "lasso" | "measure";

/** A picture that is wanted: its upper left corner in EPSG:3857, metres of a pixel, and its pixels. */
export interface RasterView {
  readonly left: number;
  readonly top: number;
  readonly resolution: number;
  readonly width: number;
  readonly height: number;
  /** Metres of a CSS pixel of the map that it is for. */
  readonly mapResolution: number;
}

/** Paints a raster; undefined where there is nothing of it. It tells itself of what it cannot paint. */
export type PaintRaster = (
  view: RasterView,
  signal: AbortSignal,
) => Promise<ImageBitmap | undefined>;

/** A raster below the lines; another `paint` is another raster. */
export interface MapRaster {
  readonly id: string;
  readonly paint: PaintRaster;
  /** 0 to 1. */
  readonly opacity: number;
  /** On which side of the map's divide it is shown alone; without it on both. */
  readonly side?: "left" | "right";
}

/** A place that a flag stands at, in EPSG:3857. */
export interface MapMark {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Whether it is settled. */
  readonly closed: boolean;
}
