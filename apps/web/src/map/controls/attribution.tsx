import type { BaseMap } from "@swath/contract/settings";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";

const NATURAL_EARTH = "Coastline: Natural Earth";

/** Whose data the map shows, as its licence wants it to be said. */
export function Attribution({ map, ground }: { map: BaseMap | undefined; ground: boolean }) {
  const text = ground || map === undefined ? NATURAL_EARTH : map.attribution;
  const href = ground ? undefined : map?.attributionUrl;
  return (
    <Box
      sx={{
        px: 0.75,
        py: 0.25,
        fontSize: "0.7rem",
        color: "text.primary",
        bgcolor: "background.paper",
        opacity: 0.9,
        borderRadius: 1,
      }}
    >
      {href === undefined ? (
        text
      ) : (
        <Link href={href} target="_blank" rel="noopener noreferrer" color="inherit">
          {text}
        </Link>
      )}
    </Box>
  );
}
