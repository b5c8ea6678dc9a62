import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import { Fragment } from "react";
import { plural } from "../../ui/text/format.ts";

interface FileNote {
  readonly file: string;
  readonly text: string;
}

export interface LoadProblems {
  /** Files that were not loaded, and why. */
  readonly refused: readonly FileNote[];
  /** What of a loaded file is left out or drawn otherwise than it says. */
  readonly remarks: readonly FileNote[];
  /** Addresses that files name and that are never fetched. */
  readonly links: readonly FileNote[];
}

export const NO_PROBLEMS: LoadProblems = { refused: [], remarks: [], links: [] };

const TITLES: Readonly<Record<keyof LoadProblems, (count: number) => string>> = {
  refused: (count) => `${plural(count, "file was", "files were")} not loaded`,
  remarks: () => "Not drawn exactly as in the file",
  links: (count) => `${plural(count, "network link is", "network links are")} not followed`,
};
const PARTS = Object.keys(TITLES) as (keyof LoadProblems)[];

interface LoadProblemsProps {
  readonly problems: LoadProblems;
  readonly onClose: () => void;
}

/** It scrolls as a whole: the button to close it is within what the keyboard scrolls. */
const LIST = {
  maxHeight: 190,
  overflow: "auto",
  flexShrink: 0,
  "& .MuiAlert-message": { overflow: "visible" },
} as const;

/** What of the last load is not there, file by file. */
export function LoadProblemList({ problems, onClose }: LoadProblemsProps) {
  const parts = PARTS.filter((part) => problems[part].length > 0);
  if (parts.length === 0) return null;
  return (
    <Alert
      severity={problems.refused.length > 0 ? "error" : "warning"}
      variant="outlined"
      onClose={onClose}
      slotProps={{ closeButton: { title: "Close this message" } }}
      sx={LIST}
    >
      {parts.map((part) => (
        <Fragment key={part}>
          <AlertTitle>{TITLES[part](problems[part].length)}</AlertTitle>
          <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: "anywhere" }}>
            {problems[part].map(({ file, text }) => (
              <li key={`${file} ${text}`}>
                <b>{file}</b>: {part === "links" ? <code>{text}</code> : text}
              </li>
            ))}
          </Box>
        </Fragment>
      ))}
    </Alert>
  );
}
