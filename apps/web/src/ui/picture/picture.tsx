import BrokenImageOutlined from "@mui/icons-material/BrokenImageOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { SxProps, Theme } from "@mui/material/styles";
import { useCallback, useMemo, useState } from "react";
import { PALETTES } from "../theme/theme.ts";
import { useDark } from "../use-environment.ts";
import { type EmbeddedRasters, excessPixels } from "./picture-size.ts";

const NO_PICTURE = "The stored file is not a picture that can be drawn.";

interface PictureProps {
  /** The text of a vector picture, the bytes of another one. */
  readonly content: Blob | string;
  /** Undefined where the content is no picture. */
  readonly rasters: EmbeddedRasters | undefined;
  readonly type: string;
  readonly name: string;
  readonly sx: SxProps<Theme>;
  /** Gets the drawn picture's width, px. */
  readonly onWidth?: ((width: number) => void) | undefined;
  readonly onRetry: () => void;
}

/** A stored picture, or the reason for which it cannot be shown. */
export function Picture({ rasters, ...props }: PictureProps) {
  if (rasters === undefined) return <Unseen why={NO_PICTURE} onRetry={props.onRetry} />;
  const excess = excessPixels(rasters);
  if (excess !== undefined) return <Unseen why={`It has ${excess}: too large to be shown here.`} />;
  return <Drawn {...props} />;
}

function Drawn({ content, type, name, sx, onWidth, onRetry }: Omit<PictureProps, "rasters">) {
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
export function Unseen({ why, onRetry }: { why: string; onRetry?: () => void }) {
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

/** A ref that gives an image or frame its source: an address, or a blob under an object URL of its own, with a fragment for its viewer. */
export function useObjectSource(source: Blob | string, fragment = "") {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null) return undefined;
      if (typeof source === "string") {
        element.src = source;
        return undefined;
      }
      const address = URL.createObjectURL(source);
      element.src = `${address}${fragment}`;
      return () => URL.revokeObjectURL(address);
    },
    [source, fragment],
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
