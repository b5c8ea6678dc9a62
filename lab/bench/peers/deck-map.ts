import { Deck, MapView, WebMercatorViewport } from "@deck.gl/core";
import { GeoJsonLayer } from "@deck.gl/layers";
import { AREA, latitudeOf, longitudeOf, type PlanGeometry, wholeExtent } from "@swath/plan/model";
import { PALETTE } from "../../../apps/web/src/map/palette.ts";
import { loadChosen } from "../map/page/load-chosen.ts";
import type { MapPageCalls } from "../map/page/page-calls.ts";

const SIZE = { width: 1400, height: 800 };
const COLOURS = PALETTE.map((colour): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]);

let loaded: PlanGeometry | undefined;
let isDrawn = false;
let view = { longitude: 133.78, latitude: -28.27, zoom: 3 };
const deck = new Deck({
  parent: document.querySelector<HTMLDivElement>("#map")!,
  ...SIZE,
  views: new MapView({ repeat: true }),
  controller: true,
  initialViewState: view,
  layers: [],
  onAfterRender: () => {
    isDrawn = true;
  },
});

interface Coloured {
  readonly properties: Readonly<Record<string, unknown>> | null;
}

function geoJsonOf(geometry: PlanGeometry) {
  const { kinds, partStarts, positionStarts, positions } = geometry;
  const features = Array.from(kinds, (kind, index) => {
    const part = partStarts[index]!;
    const path: number[][] = [];
    for (let at = positionStarts[part]!; at < positionStarts[part + 1]!; at++)
      path.push([longitudeOf(positions[at * 2]!), latitudeOf(positions[at * 2 + 1]!)]);
    const shape =
      kind === AREA
        ? { type: "Polygon" as const, coordinates: [path] }
        : { type: "LineString" as const, coordinates: path };
    return {
      type: "Feature" as const,
      properties: { colour: index % COLOURS.length },
      geometry: shape,
    };
  });
  return { type: "FeatureCollection" as const, features };
}

function colourOf(feature: Coloured, alpha: number): [number, number, number, number] {
  return [...COLOURS[Number(feature.properties?.["colour"])]!, alpha];
}

function show(geometry: PlanGeometry): void {
  const layer = new GeoJsonLayer({
    id: "plan",
    data: geoJsonOf(geometry),
    getLineColor: (feature: Coloured) => colourOf(feature, 255),
    getFillColor: (feature: Coloured) => colourOf(feature, 46),
    getLineWidth: 2,
    lineWidthUnits: "pixels",
  });
  const [west, south, east, north] = wholeExtent([geometry])!;
  const fitted = new WebMercatorViewport(SIZE).fitBounds(
    [
      [longitudeOf(west), latitudeOf(south)],
      [longitudeOf(east), latitudeOf(north)],
    ],
    { padding: 40 },
  );
  view = { longitude: fitted.longitude, latitude: fitted.latitude, zoom: fitted.zoom };
  isDrawn = false;
  deck.setProps({ layers: [layer], initialViewState: { ...view } });
}

const calls: MapPageCalls = {
  load: async () => {
    const { layer, end } = await loadChosen();
    loaded = layer.geometry;
    end();
    return loaded.kinds.length;
  },
  show: () => {
    if (loaded !== undefined) show(loaded);
  },
  drawn: () => isDrawn,
  zoomIn: (levels) => {
    view = { ...view, zoom: view.zoom + levels };
    isDrawn = false;
    deck.setProps({ initialViewState: { ...view } });
  },
};
Object.assign(globalThis, { calls });
