import FolderOpen from "@mui/icons-material/FolderOpen";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { UploadProgress } from "@swath/contract/uploads";
import { sensorNumber } from "@swath/contract/ids";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { QuotaWarnings } from "../../data/quota-warnings.tsx";
import { formatBytes } from "../../ui/text/format.ts";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { ChooseFolderButton } from "../folder/choose-folder.tsx";
import type { UploadFolder } from "../review/use-upload-folder.ts";
import { FolderGuide } from "../guide/folder-guide.tsx";
import type { FolderGuideProps } from "../guide/folder-guide-card.tsx";
import { uploadProgressQuery } from "../../data/upload-progress.ts";
import { isFailed } from "./fault-text.ts";
import { StandingCard } from "./standing-card.tsx";
import { standingOf, WhenAndWho } from "./standing-facts.tsx";

interface PanelProps {
  readonly Icon: typeof FolderOpen;
  readonly title: string;
  /** How a folder is selected. */
  readonly children?: ReactNode;
}

export function ChoosePanel({ Icon, title, children }: PanelProps) {
  return (
    <Paper component="section" aria-label="Select a folder" variant="outlined" sx={DROP}>
      <Icon aria-hidden="true" sx={{ fontSize: 40, color: "text.secondary" }} />
      <div>
        <Typography variant="h2">{title}</Typography>
        {children && <Typography color="textSecondary">{children}</Typography>}
      </div>
    </Paper>
  );
}

const DROP = {
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: 2,
  px: 2,
  py: { xs: 2, sm: 3 },
  borderStyle: "dashed",
  borderColor: "text.secondary",
  flexShrink: 0,
} as const;

type Props = UploadOnPage & {
  readonly equipment: FolderGuideProps["equipment"];
  /** Whether this user may pick a folder for it. */
  readonly canSelect: boolean;
  /** Takes a folder; undefined while none may be picked. */
  readonly onFolder: UploadFolder["choose"] | undefined;
};

const SELECT = "Select the folder";

/** Waits for a folder, and says what of an earlier attempt is still there. */
export function ChooseFolder(props: Props) {
  const { flight, equipment, upload, live, canSelect, onFolder } = props;
  const { server, updating, replacing } = live;
  const isUpdate = updating || server.isUpdate;
  // What nobody has begun yet holds nothing.
  const begun = server.user !== null && !isUpdate && !replacing;
  const { data, isPending } = useQuery({
    ...uploadProgressQuery(useApi(), { flight, upload }, false),
    enabled: begun,
  });
  const kept = begun && data !== undefined && data.completed_file_size > 0 ? data : undefined;
  const title = (): string => {
    if (isUpdate) return "Select the folder that holds the new files";
    if (kept !== undefined) return "Part of the data has arrived";
    const unknown = replacing || (begun && isPending);
    // Data of before stands in storage.
    const stored = upload.Locations.length > 0;
    return unknown || stored ? "Select a flight folder" : "No data has been uploaded yet";
  };
  const hasFailed = isFailed(live.snapshot.status) && !replacing;
  const button = hasFailed && onFolder !== undefined ? SELECT : /* text */ "Upload Flight Folder";
  const invitation = canSelect ? <Invitation {...{ flight, upload, kept, button }} /> : null;
  return (
    <>
      {canSelect && <QuotaWarnings />}
      {hasFailed ? (
        <StandingCard
          {...standingOf(live, false)}
          label="Select a folder"
          progress={kept}
          facts={<WhenAndWho live={live} />}
          next={
            <>
              <Typography sx={{ fontWeight: 600 }}>{title()}</Typography>
              <Typography>{invitation}</Typography>
              {onFolder !== undefined && (
                <Box sx={{ mt: 1.5 }}>
                  <ChooseFolderButton
                    label={SELECT}
                    name="Folder to send"
                    disabled={false}
                    onChosen={onFolder}
                  />
                </Box>
              )}
            </>
          }
        />
      ) : (
        <ChoosePanel Icon={FolderOpen} title={title()}>
          {invitation}
        </ChoosePanel>
      )}
      {canSelect && (
        <FolderGuide flight={flight} equipment={equipment} upload={upload} isUpdate={isUpdate} />
      )}
    </>
  );
}

interface InvitationProps extends Pick<Props, "flight" | "upload"> {
  /** What of an earlier attempt is still there. */
  readonly kept: UploadProgress | undefined;
  /** The nearest button that takes one. */
  readonly button: string;
}

/** How a folder is selected, and what of it is sent. */
function Invitation({ flight, upload, kept, button }: InvitationProps) {
  return (
    <>
      Use {button}, or drop the folder{" "}
      <strong>{`${flight.FlightID}_${sensorNumber(upload.SensorName)}`}</strong> anywhere on this
      page.
      {kept !== undefined && (
        <>
          <br />
          {`${formatBytes(kept.completed_file_size)} of ${formatBytes(kept.total_file_size)} of the folder ${kept.base_folder} have arrived. Choose the same folder and only what is missing is sent; another folder starts from the beginning.`}
        </>
      )}
    </>
  );
}
