import Add from "@mui/icons-material/Add";
import FitScreen from "@mui/icons-material/FitScreen";
import Remove from "@mui/icons-material/Remove";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import type { Attempt, AttemptFile } from "@swath/contract/processing";
import { useState } from "react";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { KeyCap, useShortcuts } from "../../ui/dialog/shortcuts.ts";
import type { AttemptPlace } from "../records/attempt-queries.ts";
import { AttemptPicture } from "./attempt-picture.tsx";
import { AttemptReport } from "./attempt-report.tsx";
import { PlacePicture } from "./place-picture.tsx";
import { isVector } from "../../ui/picture/picture-file.ts";
import { captionOf, shapeOf } from "./shown-file.ts";
import { ToggleChoice } from "../../ui/form/toggle-choice.tsx";

/** Page pixels per picture pixel; `fit`: as large as the room allows. */
const ZOOMS = ["fit", 1, 2, 4] as const;
type Zoom = (typeof ZOOMS)[number];
/** No higher than the window is wide: on a phone the picture would stand between empty grounds. */
const HEIGHT = "min(max(360px, calc(100vh - 330px)), 100vw)";

const shifted = <T,>(of: readonly T[], from: T, by: 1 | -1): T =>
  of[Math.min(of.length - 1, Math.max(0, of.indexOf(from) + by))]!;

interface PictureViewerProps {
  readonly place: AttemptPlace;
  readonly of: Attempt;
  /** One at least. */
  readonly files: readonly AttemptFile[];
  /** The shown file's path; the first file is shown if it does not exist. */
  readonly shown: string | undefined;
  readonly onShow: (path: string) => void;
}

/** The pictures and reports of an attempt, one at a time; keys step through them and zoom. */
export function PictureViewer({ place, of, files, shown, onShow }: PictureViewerProps) {
  const file = files.find(({ path }) => path === shown) ?? files[0]!;
  const [zoom, setZoom] = useState<Zoom>("fit");
  const step = (by: 1 | -1) => (): void => onShow(shifted(files, file, by).path);
  const shape = shapeOf(file);
  const isPicture = shape === "picture";
  const zoomIn = (): void => setZoom(shifted(ZOOMS, zoom, 1));
  const zoomOut = (): void => setZoom(shifted(ZOOMS, zoom, -1));
  const fit = (): void => setZoom("fit");
  useShortcuts({
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    ...(isPicture ? { "+": zoomIn, "=": zoomIn, "-": zoomOut, "0": fit } : {}),
  });
  return (
    <Box component="section" aria-label="Pictures and reports" sx={{ minWidth: 0 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
        <ToggleChoice
          label="Picture"
          value={file.path}
          options={files.map(({ path }) => [path, captionOf(path)])}
          onChoose={onShow}
        />
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
          {files.indexOf(file) + 1} of {files.length}
          <KeyCap aria-hidden="true">←</KeyCap>
          <KeyCap aria-hidden="true">→</KeyCap>
        </Box>
        {isPicture ? <Zooms {...{ zoom, zoomIn, zoomOut, fit }} /> : null}
      </Box>
      {isPicture ? (
        <Sheet key={file.path} place={place} file={file} zoom={zoom} />
      ) : shape === "places" ? (
        <PlacePicture key={place.attempt} place={place} of={of} file={file} />
      ) : (
        <AttemptReport key={`${place.attempt} ${file.path}`} place={place} file={file} />
      )}
    </Box>
  );
}

const zoomButton = (name: string, onClick: () => void, Icon: typeof Add, isOff: boolean) => (
  <Tooltip title={name}>
    <span>
      <IconButton size="small" aria-label={name} disabled={isOff} onClick={onClick}>
        <Icon fontSize="small" />
      </IconButton>
    </span>
  </Tooltip>
);

interface ZoomsProps {
  readonly zoom: Zoom;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
}

function Zooms({ zoom, zoomIn, zoomOut, fit }: ZoomsProps) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", ml: "auto" }}>
      {zoomButton("Zoom out (−)", zoomOut, Remove, zoom === "fit")}
      <Box component="output" sx={{ minWidth: 48, textAlign: "center", fontSize: "0.8rem" }}>
        {zoom === "fit" ? "Fit" : `${zoom * 100} %`}
      </Box>
      {zoomButton("Zoom in (+)", zoomIn, Add, zoom === 4)}
      {zoomButton("Fit (0)", fit, FitScreen, zoom === "fit")}
    </Box>
  );
}

/** The picture on a ground that contrasts with its paper; a zoomed picture scrolls. */
function Sheet({ place, file, zoom }: { place: AttemptPlace; file: AttemptFile; zoom: Zoom }) {
  const [width, setWidth] = useState<number>();
  const isZoomed = zoom !== "fit";
  return (
    <Box
      component="section"
      aria-label={`${captionOf(file.path)} of attempt ${place.attempt}`}
      data-scrolls={isZoomed}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={{
        height: HEIGHT,
        overflow: "auto",
        display: "grid",
        placeItems: isZoomed ? "start" : "center",
        border: 1,
        borderColor: "divider",
        backgroundColor: "action.hover",
      }}
    >
      <AttemptPicture
        place={place}
        file={file}
        onWidth={setWidth}
        sx={
          isZoomed && width !== undefined
            ? {
                width: width * zoom,
                imageRendering: zoom > 1 && !isVector(file.path) ? "pixelated" : "auto",
              }
            : { width: 1, height: 1, minHeight: 0, objectFit: "contain" }
        }
      />
    </Box>
  );
}
