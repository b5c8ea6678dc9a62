import Download from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useState } from "react";
import type { ValidatedFolder } from "../validation/folder-validator.ts";

/** Saves the report as one HTML file, to be read offline. */
export function SaveReportButton({ folder }: { readonly folder: ValidatedFolder }) {
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      download(await folder.page(), fileName(folder));
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

function fileName({ view }: ValidatedFolder): string {
  return `${view.flightId}_${view.uploadType}_report.html`;
}

/** How long the browser may take to begin with the file. */
const KEPT_MS = 60_000;

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
