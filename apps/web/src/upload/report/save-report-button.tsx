import Download from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useState } from "react";
import { saveBlob } from "../../platform/save-file.ts";
import type { ValidatedFolder } from "../validation/folder-validator.ts";

/** Saves the report as one HTML file, to be read offline. */
export function SaveReportButton({ folder }: { readonly folder: ValidatedFolder }) {
  const [saving, setSaving] = useState(false);
  const { flightId, uploadType } = folder.view;
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      saveBlob(await folder.page(), `${flightId}_${uploadType}_report.html`);
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
