import { formatCount } from "../../ui/text/format.ts";
import Box from "@mui/material/Box";
import {
  type GridSquare,
  type InstructionForm,
  gridSquares,
  instructionFormSchema,
  productPath,
  squareCount,
  tileName,
} from "@swath/contract/instructions";
import { type InstructionDraft, formOf } from "./draft.ts";

/** What the files of an instruction will be called, as far as that is known without a flight. */
export interface SampleNames {
  /** Of the first tile, one for each product. */
  readonly paths: readonly string[];
  /** How many tiles there are; undefined where the flight decides. */
  readonly tiles: number | undefined;
}

/** What stands for the flight, and for a tile of it, until there is one. */
const SAMPLE_FLIGHT = "FL000123";
const SAMPLE_PLACE = { easting: 500_000, northing: 6_250_000 };

type Tile = GridSquare & { readonly tile: string };

function firstTile({ tileExtents: extents }: InstructionForm): Tile {
  if (extents.kind === "list") {
    const { name, minX, minY } = extents.tiles[0]!;
    return { tile: name, easting: minX, northing: minY, column: 0, row: 0 };
  }
  const [first] = gridSquares(extents);
  if (first !== undefined) return { ...first, tile: "" };
  const { side, originX, originY } = extents;
  const column = Math.floor((SAMPLE_PLACE.easting - originX) / side);
  const row = Math.floor((SAMPLE_PLACE.northing - originY) / side);
  return {
    tile: "",
    column,
    row,
    easting: originX + column * side,
    northing: originY + row * side,
  };
}

/** The names of a draft's files; undefined while it is at fault. */
function sampleNames(draft: InstructionDraft): SampleNames | undefined {
  // What is not typed yet need not hold the names back.
  const named = {
    ...draft,
    projectId: draft.projectId === "" ? "PRJ00000" : draft.projectId,
    siteName: draft.siteName.trim() === "" ? /* code */ "Site" : draft.siteName,
    targetHorizontalDatum: "EPSG:7855",
  };
  const { data: form } = instructionFormSchema.safeParse(formOf(named));
  if (form === undefined) return undefined;
  const { projectId, siteName, tileNaming, tileExtents, products } = form;
  const of = { ...firstTile(form), projectId, siteName, flightId: SAMPLE_FLIGHT };
  const name = tileName(tileNaming, of);
  const tiles =
    tileExtents.kind === "list"
      ? tileExtents.tiles.length
      : tileExtents.bounds === null
        ? undefined
        : squareCount(tileExtents);
  return { paths: products.map((each) => productPath(each, name)), tiles };
}

function headOf(tiles: number | undefined, isOfFlight: boolean): string {
  const flight = isOfFlight ? `, of a flight ${SAMPLE_FLIGHT}` : "";
  if (tiles === undefined) return `Files of one tile, as an example${flight}`;
  const count = tiles === 1 ? /* text */ "one tile" : `the first of ${formatCount(tiles)} tiles`;
  return `Files of ${count}${flight}`;
}

/** What the files will be called, by the rules that the stage names them by. */
export function NamesPreview({ draft }: { draft: InstructionDraft }) {
  const names = sampleNames(draft);
  return (
    <Box component="output" sx={{ display: "block" }}>
      {names === undefined ? (
        <Box sx={{ color: "text.secondary" }}>
          The names are shown once tiles, pattern and products fit together.
        </Box>
      ) : (
        <>
          <Box sx={{ color: "text.secondary", mb: 0.5 }}>
            {headOf(names.tiles, draft.tileNaming.includes("{flightId}"))}:
          </Box>
          {names.paths.map((path) => (
            <Box
              key={path}
              sx={{ fontFamily: "monospace", fontSize: "0.85rem", overflowWrap: "anywhere" }}
            >
              {path}
            </Box>
          ))}
        </>
      )}
    </Box>
  );
}
