import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { ChooseFolderButton } from "../folder/choose-folder.tsx";
import { TEXT } from "../messages.ts";
import type { UploadFolder } from "../review/use-upload-folder.ts";
import { UploadAlert } from "../upload-alert.tsx";
import { uploadProgressQuery } from "../../data/upload-progress.ts";
import { ownerAdvice } from "./fault-text.ts";
import { StandingCard } from "./standing-card.tsx";
import { standingOf, WhenAndWho } from "./standing-facts.tsx";

interface Props extends UploadOnPage {
  /** Whether only another user may resume it. */
  readonly foreign: boolean;
  readonly canReset: boolean;
  /** Takes a folder; undefined for those who may not pick one, or not now. */
  readonly onFolder: UploadFolder["choose"] | undefined;
  /** Where this browser may open the folder by itself. */
  readonly savedFolder: UploadFolder["kept"];
  /** Absent where there is no failed upload of another's that this user may replace. */
  readonly onReplace: (() => void) | undefined;
}

/** An unfinished upload whose files are not on this page: how far it is, and how to resume it. */
export function ResumePanel({ flight, upload, live, ...props }: Props) {
  const { foreign, canReset } = props;
  const { isUpdate } = live.server;
  const { data: progress, isError } = useQuery(
    uploadProgressQuery(useApi(), { flight, upload }, isUpdate),
  );
  if (isError && progress === undefined)
    return (
      <UploadAlert severity="error">
        <Typography>{TEXT.metadataFetchFailed}</Typography>
        {canReset && <Typography>You can reset it yourself, with Reset upload.</Typography>}
      </UploadAlert>
    );
  return (
    <StandingCard
      {...standingOf(live, !foreign)}
      label="Resume upload"
      progress={progress}
      facts={<WhenAndWho live={live} />}
      next={<Next {...props} live={live} />}
    />
  );
}

type NextProps = Omit<Props, "flight" | "upload">;

function Next({ live, foreign, canReset, onFolder, savedFolder, onReplace }: NextProps) {
  const { isUpdate, user } = live.server;
  return (
    <>
      <Typography>
        {foreign
          ? foreignAdvice(user ?? /* text */ "another user", canReset)
          : ownAdvice(canReset, savedFolder !== undefined, isUpdate)}
      </Typography>
      <Stack direction="row" useFlexGap spacing={1.5} sx={{ mt: 1.5, flexWrap: "wrap" }}>
        {!foreign && savedFolder !== undefined && (
          <Button variant="contained" onClick={savedFolder.open}>
            {`Resume with ${savedFolder.name}`}
          </Button>
        )}
        {!foreign && onFolder !== undefined && (
          <ChooseFolderButton
            label="Select the folder"
            name="Folder to resume with"
            variant={savedFolder === undefined ? "contained" : "outlined"}
            disabled={false}
            onChosen={onFolder}
          />
        )}
        {onReplace !== undefined && (
          <Button variant="contained" onClick={onReplace}>
            Replace
          </Button>
        )}
      </Stack>
    </>
  );
}

const LEADERS_RESET = "Only a team leader or an administrator can reset the upload.";

function ownAdvice(canReset: boolean, isKept: boolean, isUpdate: boolean): string {
  const reset = canReset ? "You can also reset it, with Reset upload." : LEADERS_RESET;
  const way = isKept
    ? "Resume with the folder that it was begun with, or select it again"
    : "Select the original folder again to resume";
  const kept = isUpdate ? " The data that was ready before is kept." : "";
  return `${way}: only what is missing is sent. To send another folder in its place, cancel it first: what arrived of it is deleted.${kept} ${reset}`;
}

function foreignAdvice(owner: string, canReset: boolean): string {
  const reset = canReset ? "" : ` ${LEADERS_RESET}`;
  return `This upload belongs to ${owner}. ${ownerAdvice(owner, canReset)}${reset}`;
}
