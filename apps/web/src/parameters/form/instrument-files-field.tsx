import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { InstrumentOwner } from "@swath/contract/calibrations";
import { useState } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { FolderButton } from "../../ui/form/folder-button.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { FilesLoaded } from "../shared/record-values.tsx";
import { type LoadedFiles, readInstrumentFiles } from "./read-instrument-files.ts";

interface InstrumentFilesFieldProps {
  /** Undefined until sensor, aircraft and survey date are chosen. */
  readonly owner: InstrumentOwner | undefined;
  readonly files: LoadedFiles | undefined;
  readonly onFiles: (files: LoadedFiles | undefined) => void;
  /** Whether files were loaded before the page was, and are to be uploaded again. */
  readonly areLost: boolean;
  /** Whether the record has files that count. */
  readonly kept: boolean;
  /** What is wrong with the files' names since what they are named after was changed. */
  readonly faults: readonly string[];
}

/** The instrument files of LMS, uploaded from a folder (document 3, sections 2.5 and 5). */
export function InstrumentFilesField(props: InstrumentFilesFieldProps) {
  const { owner, files, onFiles, areLost, kept, faults } = props;
  const [refused, setRefused] = useState<readonly string[]>();
  const load = async (folder: readonly File[]): Promise<void> => {
    if (owner === undefined) return;
    const read = await readInstrumentFiles(folder, owner);
    onFiles("files" in read ? read.files : undefined);
    if ("faults" in read) setRefused(read.faults);
  };
  return (
    <Box
      component="fieldset"
      aria-label="LMS calibration files"
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: "grid", gap: 1 }}
    >
      <Typography variant="h2">LMS Calibration Files</Typography>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 2 }}>
        <FolderButton
          label="Upload LMS Calibration Files"
          name="Folder of LMS calibration files"
          disabled={owner === undefined}
          onPicked={(folder) => void load(folder)}
        />
        <Box component="output">
          <FilesLoaded loaded={(files !== undefined && faults.length === 0) || kept} />
        </Box>
      </Box>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {owner === undefined
          ? "Choose aircraft, sensor and survey date first."
          : (files?.names.map(safeText).join(", ") ?? "A folder with one RES, TBL and LCP file.")}
      </Typography>
      {areLost ? (
        <Alert severity="warning">
          The files that you had uploaded are too large to be kept. Upload them again.
        </Alert>
      ) : null}
      {faults.length === 0 ? null : (
        <Box role="alert" sx={{ color: "error.main" }}>
          <FaultList faults={faults} />
        </Box>
      )}
      {refused === undefined ? null : (
        <ValidationDialog faults={refused} onClose={() => setRefused(undefined)} />
      )}
    </Box>
  );
}

function FaultList({ faults }: { faults: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: "grid", gap: 1, overflowWrap: "anywhere" }}>
      {faults.map((fault) => (
        <li key={fault}>{safeText(fault)}</li>
      ))}
    </Box>
  );
}

/** Why the files of a folder were refused; none are loaded then. */
function ValidationDialog({ faults, onClose }: { faults: readonly string[]; onClose: () => void }) {
  return (
    <ModalDialog
      title="LMS Calibration File Validation Results"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      }
    >
      <FaultList faults={faults} />
    </ModalDialog>
  );
}
