import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { FindingPlace } from "@swath/contract/processing";
import { className } from "../look/class-names.ts";
import type { CloudFile } from "../read/open-file.ts";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { loadPart } from "../../ui/load-part.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { type Section, nodeOf } from "./load-section.ts";
import { type Measured, measured } from "./measure-section.ts";
import { directionOf } from "../points/section-points.ts";

interface PointFactsProps {
  readonly section: Section;
  /** One point, or two that are measured between. */
  readonly points: readonly number[];
  readonly files: readonly CloudFile[];
  readonly unit: string;
  /** Marks the place of a point, where findings are kept of the cloud. */
  readonly onMark: ((place: FindingPlace, line: number) => void) | undefined;
}

/** Where a point of a section is, in the cloud's system. */
function placeOf({ corridor, points }: Section, point: number): readonly [number, number, number] {
  const [dx, dy] = directionOf(corridor);
  const [along, across] = [points.along[point]!, points.across[point]!];
  const x = corridor.from[0] + dx * along - dy * across;
  const y = corridor.from[1] + dy * along + dx * across;
  return [x, y, points.heights[point]!];
}

/** What is recorded of a point that was clicked, or lies between two. */
export function PointFacts(props: PointFactsProps) {
  const { section, points, files, unit, onMark } = props;
  const [one, other] = points;
  if (one === undefined) return null;
  return (
    <Box sx={{ fontSize: "0.8125rem", minWidth: 220 }}>
      {other === undefined ? (
        <OnePoint section={section} point={one} files={files} onMark={onMark} />
      ) : (
        <Between of={measured(section.points, one, other)} unit={unit} />
      )}
    </Box>
  );
}

/** Longitude and latitude of a place; undefined of a system that states none. */
function useDegrees(text: string | undefined, [x, y]: readonly number[]) {
  const { data } = useQuery({
    queryKey: queryKeys.degrees(text ?? ""),
    queryFn: async () =>
      (await loadPart(() => import("./degrees.ts"))).degreesOf(text ?? "") ?? null,
    staleTime: Infinity,
  });
  return data?.(x!, y!);
}

function OnePoint({
  section,
  point,
  files,
  onMark,
}: Pick<PointFactsProps, "section" | "files" | "onMark"> & { readonly point: number }) {
  const { classes, lines, returns, intensity, times, places } = section.points;
  const node = nodeOf(section, point);
  const key = node?.node.key;
  const place = placeOf(section, point);
  const file = files[node?.file ?? 0];
  const degrees = useDegrees(file?.wkt, place);
  const mark = (): void => {
    const [x, y, z] = place;
    const [longitude, latitude] = degrees ?? [null, null];
    onMark?.({ x, y, z, epsg: file?.crs.epsg ?? null, longitude, latitude }, lines[point]!);
  };
  return (
    <>
      <Details columnGap={2}>
        <Detail name="x, y, z">{place.map((value) => value.toFixed(3)).join(", ")}</Detail>
        {degrees === undefined ? null : (
          <Detail name="Longitude, latitude">
            {degrees.map((angle) => angle.toFixed(7)).join(", ")}
          </Detail>
        )}
        <Detail name="Class">
          {classes[point]} {className(classes[point]!)}
        </Detail>
        <Detail name="Line">{lines[point]}</Detail>
        <Detail name="Return">{`${returns[point]! & 15} of ${returns[point]! >> 4}`}</Detail>
        <Detail name="Intensity">{intensity[point]}</Detail>
        <Detail name="GPS time">{times[point]!.toFixed(6)}</Detail>
        <Detail name="File">{node === undefined ? "" : files[node.file]?.name}</Detail>
        <Detail name="Node and point">
          {key === undefined ? "" : `${key.level}-${key.x}-${key.y}-${key.z}, ${places[point]}`}
        </Detail>
      </Details>
      {onMark === undefined ? null : (
        <Button size="small" variant="outlined" onClick={mark} sx={{ mt: 1 }}>
          Mark a finding
        </Button>
      )}
    </>
  );
}

/** How far two points lie apart. */
export function Between({ of, unit }: { readonly of: Measured; readonly unit: string }) {
  const { distance, height, slant, slope } = of;
  return (
    <Details columnGap={2}>
      <Detail name="Distance">
        {distance.toFixed(3)} {unit}
      </Detail>
      <Detail name="Height difference">
        {height.toFixed(3)} {unit}
      </Detail>
      <Detail name="Slant distance">
        {slant.toFixed(3)} {unit}
      </Detail>
      <Detail name="Slope">{slope === undefined ? "–" : `${slope.toFixed(2)}°`}</Detail>
    </Details>
  );
}
