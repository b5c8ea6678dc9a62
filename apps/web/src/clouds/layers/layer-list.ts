import type { JobLayers, LayerFile } from "@swath/contract/clouds";
import type { RasterKind } from "./raster-look.ts";

/** Something of a flight that the map shows or leaves out. */
export interface Layer {
  /** As addresses name it: `DEM1.hillshade`. */
  readonly id: string;
  readonly name: string;
  /** The job that published it; undefined of the lines of the flight. */
  readonly job: string | undefined;
  readonly attempt: number | undefined;
  readonly files: readonly LayerFile[];
  readonly form: RasterForm | { readonly by: "lines" };
}

interface RasterForm {
  readonly by: "raster";
  readonly kind: RasterKind;
  readonly unit: string;
}

/** Lines of the flight, which no job alone publishes. */
export const PLANNED = "plan.lines";
export const FLOWN = "flown.lines";
/** Where EO draws the images of a flight, each by its name. */
export const FOOTPRINTS = "footprints.kmz";
/** Flags where something was found. */
export const FINDINGS = "findings";

interface Known {
  readonly name: string;
  readonly kind: RasterKind;
  readonly unit: string;
  /** The higher, the further above. */
  readonly above: number;
}

const HEIGHT = { kind: "height", unit: "m", above: 0 } as const;
const KNOWN: Readonly<Record<string, Known>> = {
  dtm: { name: /* text */ "Terrain model", ...HEIGHT },
  dsm: { name: /* text */ "Surface model", ...HEIGHT },
  hillshade: { name: /* text */ "Hillshade", kind: "hillshade", unit: "", above: 2 },
  density: { name: /* text */ "Density", kind: "density", unit: "1/m²", above: 3 },
  differences: { name: /* text */ "Strip differences", kind: "differences", unit: "", above: 4 },
};
const OTHER_ABOVE = 1;
const VECTOR_NAMES: Readonly<Record<string, string>> = {
  "trajectory.geojson": /* text */ "Trajectory",
  "coverage.geojson": /* text */ "Coverage of lines",
  "boundary.geojson": /* text */ "Boundary",
  "index.geojson": /* text */ "Index of tiles",
  [FOOTPRINTS]: /* text */ "Footprints of images",
};

/** The rasters of one name: those of tiles are one layer, as are those of a folder. */
function groupOf(path: string): string {
  const slash = path.indexOf("/");
  if (slash > 0) return path.slice(0, slash);
  const stem = path.replace(/\.[^.]*$/, "");
  const [first = stem] = stem.split("_");
  return first === "" ? stem : first;
}

const idOf = (job: string, name: string): string =>
  `${job}.${name.replaceAll(/[^\w.-]/g, "_").slice(0, 40)}`;

function rasterLayers({ job, attempt, files }: JobLayers) {
  const rasters = files.filter(({ kind }) => kind === "raster");
  return Array.from(
    Map.groupBy(rasters, ({ path }) => groupOf(path)),
    ([group, of]) => {
      const known = KNOWN[group.replace(/_.*$/, "")];
      const { kind = "other", unit = "", above = OTHER_ABOVE } = known ?? {};
      const layer: Layer = {
        id: idOf(job, group),
        name: KNOWN[group]?.name ?? group,
        job,
        attempt,
        files: of,
        form: { by: "raster", kind, unit },
      };
      return { layer, above };
    },
  );
}

const lineLayers = ({ job, attempt, files }: JobLayers): readonly Layer[] =>
  files.flatMap((file) => {
    const name = VECTOR_NAMES[file.path];
    if (file.kind !== "vector" || name === undefined) return [];
    const form = { by: "lines" } as const;
    return [{ id: idOf(job, file.path), name, job, attempt, files: [file], form }];
  });

const flightLines = (id: string, name: string): Layer => ({
  id,
  name,
  job: undefined,
  attempt: undefined,
  files: [],
  form: { by: "lines" },
});

/** The layers of what jobs published, lowest first: heights, shades, figures, then areas and lines. */
export function layersOf(jobs: readonly JobLayers[]): readonly Layer[] {
  const rasters = jobs.flatMap(rasterLayers).toSorted((one, other) => one.above - other.above);
  return [
    ...rasters.map(({ layer }) => layer),
    ...jobs.flatMap(lineLayers),
    flightLines(PLANNED, /* text */ "Planned lines"),
    flightLines(FLOWN, /* text */ "Flight lines"),
  ];
}

/** What is shown until somebody chooses: the relief, else the next that there is, with lines and findings. */
export function usualLayers(layers: readonly Layer[]): readonly string[] {
  const rasters = layers.filter(({ form }) => form.by === "raster");
  const relief = rasters.find(({ form }) => form.by === "raster" && form.kind === "hillshade");
  const first = relief ?? rasters.at(-1);
  return [...(first === undefined ? [] : [first.id]), FLOWN, FINDINGS];
}
