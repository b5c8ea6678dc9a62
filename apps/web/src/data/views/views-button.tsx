import BookmarksOutlined from "@mui/icons-material/BookmarksOutlined";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { useState } from "react";
import type { ViewedList } from "./view-queries.ts";
import { lazyPart } from "../../ui/load-part.ts";

const ViewsMenu = lazyPart(() => import("./views-menu.tsx"), "ViewsMenu");

export function ViewsButton(of: ViewedList) {
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
        {...ViewsMenu.ahead}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWanted(true);
        }}
      >
        Views
      </Button>
      {wanted ? <ViewsMenu {...of} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
