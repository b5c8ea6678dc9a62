import ViewColumnOutlined from "@mui/icons-material/ViewColumnOutlined";
import Button from "@mui/material/Button";
import { useState } from "react";
import { lazyPart } from "../load-part.ts";
import { type ColumnsControl, isForCards } from "./arranged-table.tsx";
import { useRoom } from "./room.ts";

// The popover with its panel: an empty one would be placed before it has its size.
const ColumnsPopover = lazyPart(() => import("./columns-panel.tsx"), "ColumnsPopover");

/** Opens the panel by which a person arranges the columns of a list; not where rows are cards. */
export function ColumnsButton({ control }: { readonly control: ColumnsControl }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [wanted, setWanted] = useState(false);
  const isCards = useRoom(control.room, isForCards);
  const room = useRoom(control.room, (px) => (wanted ? px : undefined)) ?? 0;
  if (isCards) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        {...ColumnsPopover.ahead}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          setWanted(true);
        }}
      >
        Columns
      </Button>
      {wanted ? (
        <ColumnsPopover
          control={control}
          room={room}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}
