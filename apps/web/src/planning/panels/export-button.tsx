import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { PlanWork } from "@swath/plan/state";
import { useState } from "react";
import { useConfig } from "../../platform/config/config.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { EXPORT_FORMATS, type ExportFormat } from "../worker/plan-calls.ts";
import { usePlanWorker } from "../worker/plan-worker.ts";

const FILES: Readonly<Record<ExportFormat, string>> = {
  GeoJSON: "range-extraction.geojson",
  KMZ: "range-extraction.kmz",
  Shapefile: "range-extraction.zip",
};

/** Saves what is associated as a file, where the server's setting allows it (SWATH_PLAN_EXPORT). */
export function ExportButton({ work }: { readonly work: PlanWork }) {
  const { planExport } = useConfig();
  return planExport ? <OfferedExport work={work} /> : null;
}

function OfferedExport({ work }: { readonly work: PlanWork }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, save] = useExport(work);
  const isEmpty = !work.layers.some(({ assigned }) => assigned.some((number) => number > 0));
  return (
    <>
      <Button
        id="export-button"
        size="small"
        startIcon={<FileDownloadOutlined />}
        disabled={isEmpty}
        loading={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Export
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { "aria-labelledby": "export-button" } }}
      >
        {EXPORT_FORMATS.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null);
              void save(format);
            }}
          >
            {format}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function useExport({ layers, instructions }: PlanWork) {
  const show = useSnackbar();
  const [busy, setBusy] = useState(false);
  const worker = usePlanWorker();
  const save = async (format: ExportFormat): Promise<void> => {
    const calls = worker.start();
    setBusy(true);
    const result = await calls.call("exportAs", { format, layers, instructions });
    setBusy(false);
    calls.close();
    if (result.kind === "answered") saveBlob(result.value, FILES[format]);
    else show({ severity: "error", text: `The file could not be written: ${result.reason}` });
  };
  return [busy, save] as const;
}
