import { locale } from "../../ui/language/language.ts";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { BaseMap } from "@swath/contract/settings";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { formatLength } from "../tools/figures.ts";

export interface ScaleBarLength {
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
}

/**
 * The longest round length that fits into so many pixels. A pixel of Web Mercator is `resolution`
 * metres at the equator and the cosine of the latitude as many elsewhere.
 */
export function scaleBarLength(resolution: number, lat: number, most: number): ScaleBarLength {
  const metresOfPixel = resolution * Math.cos((lat * Math.PI) / 180);
  const limit = metresOfPixel * most;
  const power = 10 ** Math.floor(Math.log10(limit));
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= limit) ?? power;
  return { label: lengthLabel(metres), width: metres / metresOfPixel };
}

function lengthLabel(metres: number): string {
  if (metres < 1) return `${Math.round(metres * 100)} cm`;
  return metres < 1000 ? formatLength(metres) : `${(metres / 1000).toLocaleString(locale)} km`;
}

const NATURAL_EARTH = /* text */ "Coastline: Natural Earth";

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

const MOST_PIXELS = 130;

/** How long so many pixels are in the middle of the map. */
export function ScaleBar({ resolution, lat }: { resolution: number; lat: number }) {
  const { label, width } = scaleBarLength(resolution, lat, MOST_PIXELS);
  return (
    <Box sx={{ px: 1, py: 0.5, bgcolor: "background.paper", opacity: 0.9, borderRadius: 1 }}>
      <VisuallyHidden>Scale:</VisuallyHidden>
      <Box
        style={{ width }}
        sx={{
          border: "2px solid",
          borderTop: 0,
          borderColor: "text.primary",
          textAlign: "center",
          fontSize: "0.72rem",
          lineHeight: 1.2,
          color: "text.primary",
        }}
      >
        {label}
      </Box>
    </Box>
  );
}
