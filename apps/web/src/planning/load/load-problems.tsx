import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { plural } from "../../ui/format/count.ts";

/** A file that was not loaded, and why. */
export interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

/** Addresses that a file names and that are never fetched. */
export interface LinkedFile {
  readonly file: string;
  readonly address: string;
}

/** What of a loaded file is left out or drawn otherwise than it says. */
export interface RemarkedFile {
  readonly file: string;
  readonly remark: string;
}

export interface LoadProblems {
  readonly refused: readonly RefusedFile[];
  readonly remarks: readonly RemarkedFile[];
  readonly links: readonly LinkedFile[];
}

export const NO_PROBLEMS: LoadProblems = { refused: [], remarks: [], links: [] };

interface LoadProblemsProps {
  readonly problems: LoadProblems;
  readonly onClose: () => void;
}

/** What of the last load is not there, file by file. */
export function LoadProblemList({ problems, onClose }: LoadProblemsProps) {
  const { refused, remarks, links } = problems;
  if (refused.length === 0 && remarks.length === 0 && links.length === 0) return null;
  return (
    <Alert
      severity={refused.length > 0 ? "error" : "warning"}
      variant="outlined"
      onClose={onClose}
      slotProps={{ closeButton: { title: "Close this message" } }}
      sx={{ maxHeight: 190, overflow: "auto", flexShrink: 0 }}
    >
      {refused.length === 0 ? null : (
        <>
          <AlertTitle>{plural(refused.length, "file was", "files were")} not loaded</AlertTitle>
          <Lines>
            {refused.map(({ file, reason }) => (
              <li key={`${file} ${reason}`}>
                <b>{file}</b>: {reason}
              </li>
            ))}
          </Lines>
        </>
      )}
      {remarks.length === 0 ? null : (
        <>
          <AlertTitle>Not drawn as it stands in the file</AlertTitle>
          <Lines>
            {remarks.map(({ file, remark }) => (
              <li key={`${file} ${remark}`}>
                <b>{file}</b>: {remark}
              </li>
            ))}
          </Lines>
        </>
      )}
      {links.length === 0 ? null : (
        <>
          <AlertTitle>
            {plural(links.length, "network link is", "network links are")} not followed
          </AlertTitle>
          <Lines>
            {links.map(({ file, address }) => (
              <li key={`${file} ${address}`}>
                <b>{file}</b>: <code>{address}</code>
              </li>
            ))}
          </Lines>
        </>
      )}
    </Alert>
  );
}

const Lines = ({ children }: { readonly children: ReactNode }) => (
  <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: "anywhere" }}>
    {children}
  </Box>
);
