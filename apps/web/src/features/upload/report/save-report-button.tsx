import Download from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useState } from "react";
import { saveFile } from "../../../platform/save-file.ts";
import type { ValidatedFolder } from "../validation/folder-validator.ts";

/** Saves the report as one HTML file, to be read offline. */
export function SaveReportButton({ folder }: { readonly folder: ValidatedFolder }) {
  const [saving, setSaving] = useState(false);
  const { flightId, uploadType } = folder.view;
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      download(await folder.page(), `${flightId}_${uploadType}_report.html`);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      startIcon={<Download />}
      loading={saving}
      loadingPosition="start"
      onClick={() => void save()}
    >
      Save report
    </Button>
  );
}

/** How long the browser may take to begin with the file. */
const KEPT_MS = 60_000;

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
