import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { statusLabel } from "../../data/upload-status.ts";
import { useApi } from "../../platform/api/api.ts";
import { polling } from "../../platform/query/polling.ts";
import { Detail } from "../../ui/text/details.tsx";
import { utcSecond } from "../../ui/text/format.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { TEXT } from "../messages.ts";
import { uploadProgressQuery } from "../../data/upload-progress.ts";
import { ownerAdvice } from "./fault-text.ts";
import { StandingCard } from "./standing-card.tsx";
import { TakeOver } from "./take-over.tsx";
import type { UploadButtons } from "./upload-view.ts";

/** The server lists what the store holds for each answer. */
const PROGRESS_MS = 15_000;

/** What has arrived of an upload that another page sends. */
function useArrived({ flight, upload, live }: UploadOnPage) {
  const { data } = useQuery({
    ...uploadProgressQuery(useApi(), { flight, upload }, live.server.isUpdate),
    ...polling(PROGRESS_MS),
  });
  return data;
}

/** The user's own upload is active on another page, which holds its lease: it is well. */
export function UploadingInOtherTab(props: UploadOnPage) {
  const { server, snapshot } = props.live;
  const progress = useArrived(props);
  return (
    <StandingCard
      severity="info"
      label="Uploading elsewhere"
      title="Another of your tabs or browsers is working on this upload"
      progress={progress}
      facts={
        <Detail name={statusLabel(snapshot.status)}>{`since ${utcSecond(server.updated)}`}</Detail>
      }
      next={
        <>
          <Typography>
            This page follows the other one. If that falls silent, the upload stalls within a
            minute, and you resume it here.
          </Typography>
          <TakeOver live={props.live} />
        </>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {TEXT.uploadingInOtherTab}
      </Typography>
    </StandingCard>
  );
}

interface UnderwayProps extends UploadOnPage {
  readonly buttons: UploadButtons;
}

/** Another user's upload is being sent. */
export function Underway(props: UnderwayProps) {
  const { server } = props.live;
  const owner = server.user ?? /* text */ "another user";
  const progress = useArrived(props);
  return (
    <StandingCard
      severity="warning"
      label="Upload underway"
      title={TEXT.underway}
      progress={progress}
      facts={
        <>
          <Detail name="Sent by">{owner}</Detail>
          <Detail name="Last changed">{utcSecond(server.updated)}</Detail>
        </>
      }
      next={<Typography>{ownerAdvice(owner, props.buttons.reset)}</Typography>}
    />
  );
}
