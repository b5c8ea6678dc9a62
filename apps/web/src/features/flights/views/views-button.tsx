import BookmarksOutlined from "@mui/icons-material/BookmarksOutlined";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import type { FlightFilters } from "@swath/contract/flights";
import { Suspense, lazy, useState } from "react";

const ViewsMenu = lazy(() =>
  import("./views-menu.tsx").then((module) => ({ default: module.ViewsMenu })),
);

interface ViewsButtonProps {
  readonly filters: FlightFilters;
  readonly onFilters: (filters: FlightFilters) => void;
}

/** Opens the menu of named views. */
export function ViewsButton({ filters, onFilters }: ViewsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        id="views-button"
        startIcon={<BookmarksOutlined />}
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWanted(true);
        }}
      >
        Views
      </Button>
      {wanted ? (
        <Suspense fallback={null}>
          <ViewsMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            filters={filters}
            onFilters={onFilters}
          />
        </Suspense>
      ) : null}
    </>
  );
}
