import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { StoredFile } from "@swath/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { TextLink } from "../../ui/links.tsx";
import { NameList } from "../../ui/table/name-list.tsx";
import { plural } from "../../ui/text/format.ts";
import { UploadAlert } from "../upload-alert.tsx";
import { storedFilesQuery, type UploadId } from "../upload-queries.ts";
import { DriveCheck } from "./drive-check.tsx";
import { SaveReceipt } from "./save-receipt.tsx";
import { Explained } from "../../ui/glossary/explained.tsx";
import { faultyPaths } from "./stored-files.tsx";

/** What is to be done once the data is ready: the receipt, the drive, and what comes of the data. */
export function WhatNow(of: UploadId) {
  const stored = useQuery(storedFilesQuery(useApi(), of));
  return (
    <Box component="section" aria-label="What now" sx={{ minWidth: 0 }}>
      <Typography component="h3" sx={{ fontWeight: 650, mb: 1 }}>
        What now
      </Typography>
      {stored.isPending && <Typography>Checking the stored files...</Typography>}
      {stored.isError && (
        <UploadAlert severity="warning" title="The stored files could not be listed">
          <Typography sx={{ mb: 1 }}>Keep the drive until its receipt is saved.</Typography>
          <Button variant="outlined" onClick={() => void stored.refetch()}>
            List again
          </Button>
        </UploadAlert>
      )}
      {stored.data !== undefined && (
        <Listed {...of} files={stored.data.files} listedAt={stored.dataUpdatedAt} />
      )}
    </Box>
  );
}

interface ListedProps extends UploadId {
  readonly files: readonly StoredFile[];
  /** In milliseconds since 1970. */
  readonly listedAt: number;
}

function Listed({ files, listedAt, ...of }: ListedProps) {
  const faulty = faultyPaths(files);
  if (faulty.length > 0)
    return (
      <UploadAlert severity="error" title="Keep the drive">
        <Typography sx={{ mb: 1 }}>
          {`${plural(faulty.length, "file")} not whole in storage: no receipt is made.`}
        </Typography>
        <NameList names={faulty} label="Files that are not whole" />
      </UploadAlert>
    );
  return (
    <Box component="ol" sx={STEPS}>
      {files.length > 0 && (
        <>
          <Step
            text={
              <Explained
                text={
                  /* text */ "Save the receipt: a signed list of every file with its size and checksum."
                }
              />
            }
          >
            <SaveReceipt {...of} />
          </Step>
          <Step text="Compare the drive before it is wiped: every file of its flight folder is read and compared with the stored one. Nothing is sent.">
            <DriveCheck {...of} files={files} listedAt={listedAt} />
          </Step>
        </>
      )}
      <Step
        text={
          <>
            {"Follow what is made of the data on the page of "}
            <TextLink to="/post/$flightId" params={{ flightId: of.flightId }}>
              {`flight ${of.flightId}`}
            </TextLink>
            .
          </>
        }
      />
    </Box>
  );
}

function Step({ text, children }: { readonly text: ReactNode; readonly children?: ReactNode }) {
  return (
    <li>
      <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
        <span>{text}</span>
        {children}
      </Box>
    </li>
  );
}

const STEPS = {
  m: 0,
  p: 0,
  listStyle: "none",
  counterReset: "step",
  display: "grid",
  gap: 2,
  "& > li": {
    counterIncrement: "step",
    display: "grid",
    gridTemplateColumns: "24px minmax(0, 1fr)",
    columnGap: 1.25,
  },
  "& > li::before": {
    content: "counter(step)",
    width: 24,
    height: 24,
    borderRadius: "50%",
    display: "grid",
    placeItems: "center",
    fontSize: "0.8rem",
    fontWeight: 650,
    border: 1,
    borderColor: "text.secondary",
    color: "text.secondary",
  },
} as const;
