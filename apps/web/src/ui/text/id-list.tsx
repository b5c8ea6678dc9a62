import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { Hint } from "./hint.tsx";

/** How many show; the others are behind an ellipsis. */
const SHOWN = 2;

interface ListedId {
  readonly id: string;
  /** What a tooltip says of this one. */
  readonly hint?: ReactNode;
}

interface IdListProps {
  readonly ids: readonly ListedId[];
  /** Names the ellipsis, as in 'All 5 sensor IDs'. */
  readonly allLabel: string;
  /** What the tooltip of the ellipsis lists; the ids themselves unless given. */
  readonly all?: ReactNode;
}

/** Identifiers below one another: the first 2, then an ellipsis whose tooltip lists all. */
export function IdList({ ids, allLabel, all }: IdListProps) {
  return (
    <>
      {ids.slice(0, SHOWN).map(({ id, hint }) => (
        <Box component="span" key={id} sx={{ display: "block" }}>
          {hint === undefined ? id : <Hint hint={hint}>{id}</Hint>}
        </Box>
      ))}
      {ids.length > SHOWN ? (
        <Hint label={allLabel} hint={all ?? <Lines of={ids.map(({ id }) => id)} />}>
          …
        </Hint>
      ) : null}
    </>
  );
}

/** Texts below one another. */
export function Lines({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <Box component="span" key={text} sx={{ display: "block" }}>
      {text}
    </Box>
  ));
}
