import Box from "@mui/material/Box";
import type { InstructionDraft } from "./draft.ts";
import { SAMPLE_FLIGHT, sampleNames } from "./sample-names.ts";

function headOf(tiles: number | undefined, isOfFlight: boolean): string {
  const flight = isOfFlight ? `, of a flight ${SAMPLE_FLIGHT}` : "";
  if (tiles === undefined) return `Files of one tile, as an example${flight}`;
  const count = tiles === 1 ? "one tile" : `the first of ${tiles.toLocaleString("en")} tiles`;
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
