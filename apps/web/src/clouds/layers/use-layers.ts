import type { JobLayers, ProcessingLayers } from "@swath/contract/clouds";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import type { CloudFinding, FlightMap } from "@swath/contract/processing";
import { mercatorX, mercatorY, type PlanGeometry } from "@swath/plan/model";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { callQuery } from "../../data/queries.ts";
import { coloured, geometryOf } from "../../map/line-layers.ts";
import { type MapLayer, type MapMark, type MapRaster, SELECTED } from "../../map/map-layer.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { attemptLayers } from "../attempt-layers.ts";
import { type LayersAddress, opacityIn, readLine, readNumbers } from "./layer-address.ts";
import { FLOWN, type Layer, layersOf, PLANNED } from "./layer-list.ts";
import { type OpenRasters, Rasters } from "./rasters.ts";

/** Data that is published does not change. */
const ONCE = { staleTime: Infinity, retry: false } as const;

/** What the processings of a flight published for a map. */
export const useFlightLayers = (flightId: string) =>
  useQuery(
    callQuery(useApi(), queryKeys.flightLayers(flightId), endpoints.listFlightLayers, {
      params: { flightId },
    }),
  );

/** The layers of one attempt in place of the published one. */
function useAttempts(
  processingId: string,
  asked: readonly (readonly [job: string, attempt: number])[],
) {
  const api = useApi();
  return useQueries({
    queries: asked.map(([job, attempt]) => ({
      ...attemptLayers(api, { processingId, job, attempt }),
      ...ONCE,
    })),
  });
}

/** The layers of a processing by its address: of the chosen attempts, and on the right of the divide. */
export function useChosenLayers(
  { processingId, jobs }: ProcessingLayers,
  { attempts, swipe }: Pick<LayersAddress, "attempts" | "swipe">,
) {
  const published = new Map(jobs.map(({ job, attempt }) => [job, attempt]));
  const isOther = ([job, attempt]: readonly [string, number]): boolean =>
    published.has(job) && published.get(job) !== attempt;
  const chosen = [...readNumbers(attempts)].filter(isOther);
  const swiped = [...readNumbers(swipe)].filter(([job]) => published.has(job));
  const replaced = useAttempts(processingId, chosen);
  const right = useAttempts(processingId, swiped);
  const others = new Map(
    replaced.flatMap(({ data }) => (data === undefined ? [] : [[data.job, data] as const])),
  );
  const shown: readonly JobLayers[] = jobs.map((each) => others.get(each.job) ?? each);
  const error = [...replaced, ...right].find((query) => query.error !== null)?.error ?? undefined;
  return { jobs: shown, layers: layersOf(shown), right: right[0]?.data, error };
}

/** What reads rasters, as long as the page is shown, and what of them could not be read. */
export function useRasters() {
  const api = useApi();
  const [faults, setFaults] = useState<ReadonlyMap<OpenRasters, readonly string[]>>(new Map());
  const [rasters] = useState(
    () =>
      new Rasters(api, (layer, found) =>
        setFaults((now) =>
          found.length === 0 && !now.has(layer) ? now : new Map(now).set(layer, found),
        ),
      ),
  );
  useEffect(() => () => rasters.close(), [rasters]);
  return { rasters, faults };
}

/** A raster layer on one side of the divide, or on both. */
export interface ShownRaster {
  readonly layer: Layer;
  readonly side?: "left" | "right";
}

/** Raster layers that are shown, with those of the swiped attempt in their place on the right. */
export function shownRasters(
  layers: readonly Layer[],
  right: JobLayers | undefined,
  shown: ReadonlySet<string>,
): readonly ShownRaster[] {
  const others = new Map(
    (right === undefined ? [] : layersOf([right])).map((layer) => [layer.id, layer]),
  );
  return layers.flatMap((layer): ShownRaster[] => {
    if (layer.form.by !== "raster" || !shown.has(layer.id)) return [];
    if (right === undefined || right.job !== layer.job) return [{ layer }];
    const other = others.get(layer.id);
    return [
      { layer, side: "left" },
      ...(other === undefined ? [] : [{ layer: other, side: "right" } as const]),
    ];
  });
}

/** A raster with what became of opening it. */
export interface OpeningRaster extends ShownRaster {
  readonly open: OpenRasters | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

const keyOf = ({ id, attempt }: Layer): string => `${id}:${attempt}`;

/** Opens the rasters that are shown, each once as long as the page is. */
export function useOpenRasters(
  rasters: Rasters,
  processingId: string,
  shown: readonly ShownRaster[],
): readonly OpeningRaster[] {
  const queries = useQueries({
    queries: shown.map(({ layer }) => ({
      queryKey: queryKeys.rasters(rasters.serial, `${processingId}/${keyOf(layer)}`),
      queryFn: () =>
        rasters.open(layer.files, layer.form.by === "raster" ? layer.form.kind : "other"),
      structuralSharing: false,
      ...ONCE,
    })),
  });
  return shown.map((each, at) => ({
    ...each,
    open: queries[at]!.data,
    error: queries[at]!.error ?? undefined,
    retry: () => void queries[at]!.refetch(),
  }));
}

/** Colours of the map's palette. */
const COLOURS = { trajectory: 3, boundary: 4, other: 7, flown: 1 } as const;
const PALETTE_SIZE = 10;

function drawnLine({ id, files }: Layer, geometry: PlanGeometry): MapLayer {
  const path = files[0]?.path ?? "";
  if (id === FLOWN) return coloured(id, geometry, COLOURS.flown);
  if (id === PLANNED) return coloured(id, geometry);
  if (path === "coverage.geojson") {
    const colours = Uint8Array.from(geometry.kinds, (_, at) => at % PALETTE_SIZE);
    return { id, geometry, look: "plan", colours };
  }
  if (path.startsWith("trajectory")) return coloured(id, geometry, COLOURS.trajectory);
  return coloured(id, geometry, path.startsWith("boundary") ? COLOURS.boundary : COLOURS.other);
}

/** What was drawn of geometries: the map compares layers by identity. */
const drawnOf = new WeakMap<PlanGeometry, MapLayer>();

function lineLayer(layer: Layer, geometry: PlanGeometry, opacity: number): MapLayer {
  const known = drawnOf.get(geometry);
  if (known?.opacity === opacity) return known;
  const drawn = { ...(known ?? drawnLine(layer, geometry)), opacity };
  drawnOf.set(geometry, drawn);
  return drawn;
}

interface LinesOf {
  readonly rasters: Rasters;
  readonly flightId: string;
  readonly processingId: string;
}

/** Lines and areas that are shown, lowest first, with what of them could not be read. */
export function useLines(
  { rasters, flightId, processingId }: LinesOf,
  layers: readonly Layer[],
  { shown, opacity }: { readonly shown: ReadonlySet<string>; readonly opacity: string | undefined },
) {
  const wanted = layers.filter(({ form, id }) => form.by === "lines" && shown.has(id));
  const files = wanted.filter((layer) => layer.files.length > 0);
  const queries = useQueries({
    queries: files.map((layer) => ({
      queryKey: queryKeys.rasters(rasters.serial, `${processingId}/${keyOf(layer)}`),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        rasters.lines(
          layer.files[0]!,
          { processingId, job: layer.job!, attempt: layer.attempt! },
          signal,
        ),
      structuralSharing: false,
      ...ONCE,
    })),
  });
  const flight = useFlightLines(flightId, wanted.length > files.length);
  const geometryOfLayer = (layer: Layer): PlanGeometry | undefined => {
    if (layer.id === PLANNED) return flight.data?.planned;
    return layer.id === FLOWN ? flight.data?.flown : queries[files.indexOf(layer)]?.data;
  };
  const drawn = useStable(
    wanted.flatMap((layer) => {
      const geometry = geometryOfLayer(layer);
      return geometry === undefined
        ? []
        : [lineLayer(layer, geometry, opacityIn(opacity, layer.id))];
    }),
  );
  const failed = [...queries, flight].filter(({ error }) => error !== null);
  const retry = (): void => failed.forEach(({ refetch }) => void refetch());
  return { drawn, errors: failed.map(({ error }) => error!.message), retry };
}

/** The list of before, as long as each of it is the same. */
export function useStable<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = kept.length === list.length && kept.every((each, at) => each === list[at]);
  if (isSame) return kept;
  setKept(list);
  return list;
}

/** Planned and flown lines of a flight. */
function useFlightLines(flightId: string, isWanted: boolean) {
  const isAllowed = may(useIdentity().roles, "readFlights");
  return useQuery({
    ...callQuery(useApi(), queryKeys.flightMap(flightId, []), endpoints.readFlightMap, {
      params: { flightId },
    }),
    ...ONCE,
    enabled: isWanted && isAllowed,
    select: linesOf,
  });
}

const linesOf = ({ planned, flown }: FlightMap) => ({
  // The name of an area would lie across its lines.
  planned: geometryOf(planned.map(({ name, path, area }) => ({ name: area ? "" : name, path }))),
  flown: geometryOf(flown),
});

/** The profile's line as the map draws it. */
export function useProfileLine(text: string | undefined): readonly MapLayer[] {
  return useMemo(() => {
    const line = readLine(text);
    if (line === undefined) return [];
    const geometry = geometryOf([{ name: "", path: line }]);
    return [{ ...coloured("profile", geometry), flags: Uint8Array.of(SELECTED) }];
  }, [text]);
}

/** Rasters as the map draws them; the list is another where one of them is. */
export function useMapRasters(
  reader: Rasters,
  opening: readonly OpeningRaster[],
  opacity: string | undefined,
): readonly MapRaster[] {
  const opened = useStable(
    opening.flatMap(({ layer, side, open }) =>
      open === undefined ? [] : [`${layer.id} ${side ?? ""} ${opacityIn(opacity, layer.id)}`, open],
    ),
  );
  return useMemo(() => {
    const rasters: MapRaster[] = [];
    for (let at = 0; at < opened.length; at += 2) {
      const [id = "", side = "", share] = (opened[at] as string).split(" ");
      const paint = reader.painter(opened[at + 1] as OpenRasters);
      const on = side === "left" || side === "right" ? ({ side } as const) : {};
      rasters.push({ id: `${id} ${side}`, paint, opacity: Number(share), ...on });
    }
    return rasters;
  }, [reader, opened]);
}

/** Flags of findings whose place on the map is known. */
export function useMarks(findings: readonly CloudFinding[] | undefined): readonly MapMark[] {
  return useMemo(
    () =>
      findings?.flatMap(({ id, closed, place: { longitude, latitude } }) =>
        longitude === null || latitude === null
          ? []
          : [{ id, closed, x: mercatorX(longitude), y: mercatorY(latitude) }],
      ) ?? [],
    [findings],
  );
}
