import ViewColumnOutlined from "@mui/icons-material/ViewColumnOutlined";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { lazy, Suspense, useState } from "react";
import { loadPart } from "../load-part.ts";
import { type ColumnsControl, isCards } from "./arranged-table.tsx";

const ColumnsPanel = lazy(() =>
  loadPart(() => import("./columns-panel.tsx")).then((module) => ({
    default: module.ColumnsPanel,
  })),
);

/** Opens the panel by which a person arranges the columns of a list; not where rows are cards. */
export function ColumnsButton({ control }: { readonly control: ColumnsControl }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (control.frame === undefined || isCards(control)) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Columns
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Columns" } }}
      >
        <Suspense fallback={null}>
          <ColumnsPanel control={control} frame={control.frame} />
        </Suspense>
      </Popover>
    </>
  );
}
