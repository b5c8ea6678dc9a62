import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { useState } from "react";

const TEXT = "The base map does not answer. Coastline and grid are shown instead.";

/** Says once that no tile came; the map stays as usable as it was. */
export function NoTiles({ silent }: { silent: boolean }) {
  const [read, setRead] = useState(false);
  const isShown = silent && !read;
  return (
    <output>
      {isShown ? (
        <Paper elevation={3} sx={{ px: 1.5, py: 0.5, maxWidth: 340, fontSize: "0.85rem" }}>
          <span>{TEXT}</span>
          <Button size="small" onClick={() => setRead(true)}>
            OK
          </Button>
        </Paper>
      ) : null}
    </output>
  );
}
