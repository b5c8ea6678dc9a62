import type { SxProps, Theme } from "@mui/material/styles";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { mostPictureBytes, pictureType } from "../../ui/picture/picture-file.ts";
import { Picture, Unseen } from "../../ui/picture/picture.tsx";
import { formatBytes } from "../../ui/text/format.ts";
import type { AttemptPlace } from "../records/attempt-queries.ts";
import { captionOf, pictureQuery } from "./shown-file.ts";

interface AttemptPictureProps {
  readonly place: AttemptPlace;
  readonly file: { readonly path: string; readonly size: number };
  readonly sx: SxProps<Theme>;
  /** Gets the drawn picture's width, px. */
  readonly onWidth?: (width: number) => void;
}

/** A picture that an attempt left, or the reason for which it cannot be shown. */
export function AttemptPicture({ place, file: { path, size }, sx, onWidth }: AttemptPictureProps) {
  const isLarge = size > mostPictureBytes(path);
  const { data, error, refetch } = useQuery({
    ...pictureQuery(useApi(), place, path),
    enabled: !isLarge,
  });
  if (isLarge) return <Unseen why={`It has ${formatBytes(size)}: too large to be shown here.`} />;
  if (error !== null) return <Unseen why={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting text="Loading the picture..." shape="picture" />;
  return (
    <Picture
      {...data}
      type={pictureType(path) ?? ""}
      name={`${captionOf(path)}, attempt ${place.attempt}`}
      sx={sx}
      onWidth={onWidth}
      onRetry={() => void refetch()}
    />
  );
}
