import type { HitIndex } from "@swath/plan/hit";
import type { PlanGeometry } from "@swath/plan/model";
import type { LayerStyle } from "../map-layer.ts";

/** A layer as the painter is told of it; its geometry goes over once. */
export interface PaintLayer {
  readonly id: string;
  /** Left out where the painter has it; counted, so that answers say which one they are about. */
  readonly geometry: { readonly serial: number; readonly of: PlanGeometry } | undefined;
  readonly look: LayerStyle;
  readonly visible: boolean;
  readonly opacity: number;
  readonly colours: Uint8Array | undefined;
  readonly flags: Uint8Array | undefined;
}

/** Where a picture lies: its upper left corner in EPSG:3857, and metres of a CSS pixel. */
interface PictureFrame {
  readonly left: number;
  readonly top: number;
  readonly resolution: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels of a CSS pixel. */
  readonly pixelRatio: number;
}

export interface PaintRequest extends PictureFrame {
  /** Counts up with the layers: which contents the picture shows. */
  readonly version: number;
  readonly dark: boolean;
  /** Draws the coastline below, where no base map does. */
  readonly coast: boolean;
}

export type ToPainter =
  /** All layers, lowest first. */
  | { readonly kind: "layers"; readonly layers: readonly PaintLayer[] }
  | { readonly kind: "coast"; readonly geometry: PlanGeometry }
  | { readonly kind: "paint"; readonly request: PaintRequest };

/** What is found under the pointer: made by the painter, for the page has to stay responsive. */
export interface MadeIndex {
  readonly kind: "index";
  readonly serial: number;
  readonly index: Omit<HitIndex, "geometry">;
}

export interface Picture {
  readonly kind: "picture";
  readonly request: PaintRequest;
  readonly bitmap: ImageBitmap;
}
