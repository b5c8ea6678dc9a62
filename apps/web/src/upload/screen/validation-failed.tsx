import Typography from "@mui/material/Typography";
import type { UploadState } from "@swath/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { uploadProgressQuery } from "../../data/upload-progress.ts";
import { StandingCard } from "./standing-card.tsx";
import { linesOf, WhenAndWho } from "./standing-facts.tsx";
import type { UploadButtons } from "./upload-view.ts";

interface Props extends UploadOnPage {
  readonly buttons: UploadButtons;
}

/** The server rebuilt the files and its validation failed. */
export function ValidationFailed({ flight, upload, live, buttons }: Props) {
  const { server } = live;
  const { data: progress } = useQuery(
    uploadProgressQuery(useApi(), { flight, upload }, server.isUpdate),
  );
  return (
    <StandingCard
      severity="error"
      label="Failed validation"
      title="Validating upload failed"
      what="All of it arrived, and the uploaded data did not pass its validation."
      lines={linesOf(server.reason)}
      progress={progress}
      facts={<WhenAndWho live={live} />}
      next={
        <Typography>
          {validationAdvice(server, buttons)}
          {server.isUpdate && " The data that was ready before is unchanged."}
        </Typography>
      }
    />
  );
}

function validationAdvice({ user }: UploadState, { reset, cancel }: UploadButtons): string {
  if (reset) return "Reset upload removes it, so that it can be sent again.";
  if (cancel) return "Cancel upload removes it, so that it can be sent again.";
  return `Please contact ${user ?? "its owner"} or the Administrator.`;
}
