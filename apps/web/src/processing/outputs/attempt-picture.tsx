import BrokenImageOutlined from "@mui/icons-material/BrokenImageOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { SxProps, Theme } from "@mui/material/styles";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { Waiting } from "../../ui/feedback/notice.tsx";
import { formatBytes } from "../../ui/text/format.ts";
import { PALETTES } from "../../ui/theme/theme.ts";
import { useDark } from "../../ui/use-environment.ts";
import type { AttemptPlace } from "../records/attempt-queries.ts";
import {
  MOST_SHOWN_BYTES,
  MOST_VECTOR_BYTES,
  pictureQuery,
  captionOf,
  isVector,
  pictureType,
} from "./shown-file.ts";
import { excessPixels } from "./picture-size.ts";

interface AttemptPictureProps {
  readonly place: AttemptPlace;
  readonly file: { readonly path: string; readonly size: number };
  readonly sx: SxProps<Theme>;
  /** Gets the drawn picture's width, px. */
  readonly onWidth?: (width: number) => void;
}

/** A picture that an attempt left, or the reason for which it cannot be shown. */
export function AttemptPicture({ place, file: { path, size }, sx, onWidth }: AttemptPictureProps) {
  const isLarge = size > (isVector(path) ? MOST_VECTOR_BYTES : MOST_SHOWN_BYTES);
  const { data, error, refetch } = useQuery({
    ...pictureQuery(useApi(), place, path),
    enabled: !isLarge,
  });
  if (isLarge) return <Unseen why={`It has ${formatBytes(size)}: too large to be shown here.`} />;
  if (error !== null) return <Unseen why={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting text="Loading the picture..." />;
  const retry = (): void => void refetch();
  if (data.rasters === undefined) return <Unseen why={NO_PICTURE} onRetry={retry} />;
  const excess = excessPixels(data.rasters);
  if (excess !== undefined) return <Unseen why={`It has ${excess}: too large to be shown here.`} />;
  return (
    <Drawn
      content={data.content}
      type={pictureType(path) ?? ""}
      name={`${captionOf(path)}, attempt ${place.attempt}`}
      sx={sx}
      onWidth={onWidth}
      onRetry={retry}
    />
  );
}

const NO_PICTURE = "What is stored is no picture that can be drawn.";

interface DrawnProps extends Pick<AttemptPictureProps, "sx"> {
  /** The text of a vector picture, the bytes of another one. */
  readonly content: Blob | string;
  readonly type: string;
  readonly name: string;
  readonly onWidth: AttemptPictureProps["onWidth"];
  readonly onRetry: () => void;
}

function Drawn({ content, type, name, sx, onWidth, onRetry }: DrawnProps) {
  const dark = useDark();
  const picture = useMemo(
    () =>
      typeof content === "string"
        ? vectorAddress(content, dark ? "dark" : "light")
        : new Blob([content], { type }),
    [content, dark, type],
  );
  const source = useObjectSource(picture);
  const [broken, setBroken] = useState<Blob | string>();
  if (broken === picture) return <Unseen why={NO_PICTURE} onRetry={onRetry} />;
  return (
    <Box
      component="img"
      ref={source}
      alt={name}
      draggable={false}
      onError={() => setBroken(picture)}
      onLoad={({ currentTarget: { naturalWidth } }) => onWidth?.(naturalWidth)}
      sx={sx}
    />
  );
}

/** The replacement for a picture that cannot be shown. */
function Unseen({ why, onRetry }: { why: string; onRetry?: () => void }) {
  return (
    <Box
      role="alert"
      sx={{ display: "grid", justifyItems: "center", gap: 1, p: 4, color: "text.secondary" }}
    >
      <BrokenImageOutlined aria-hidden="true" />
      <strong>This picture cannot be shown</strong>
      <span>{why}</span>
      {onRetry === undefined ? null : (
        <Button size="small" variant="outlined" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Box>
  );
}

/** A ref that gives an image or frame its source: an address, or a blob under an object URL of its own. */
export function useObjectSource(source: Blob | string) {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null) return undefined;
      if (typeof source === "string") {
        element.src = source;
        return undefined;
      }
      const address = URL.createObjectURL(source);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [source],
  );
}

/**
 * The address of an SVG that an attempt left, for an `<img>`: nothing in it runs or is loaded there, and a
 * `data:` address opened by itself has no origin. A last style gives it the tones of a look, by the names
 * that our pictures draw with (docs/stages.md): the portal's look need not be the system's.
 */
function vectorAddress(svg: string, look: "light" | "dark"): string {
  const end = svg.lastIndexOf("</svg>");
  const styled = end === -1 ? svg : `${svg.slice(0, end)}${styleOf(look)}${svg.slice(end)}`;
  return `data:image/svg+xml,${encodeURIComponent(styled)}`;
}

function styleOf(look: "light" | "dark"): string {
  const { background, text, divider } = PALETTES[look];
  return `<style>:root{--paper:${background.paper};--ink:${text.primary};--grey:${text.secondary};--faint:${divider}}</style>`;
}
