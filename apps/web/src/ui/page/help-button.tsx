import HelpOutlined from "@mui/icons-material/HelpOutlined";
import Button from "@mui/material/Button";
import { ICON_WHERE_NARROW } from "./icon-where-narrow.ts";

/** Where the pages serve the user guide; built from docs/user-guide.md. */
const USER_GUIDE = "/user-guide.pdf";

/** Opens the user guide in a new window. */
export function HelpButton() {
  return (
    <Button
      href={USER_GUIDE}
      target="_blank"
      rel="noopener"
      variant="outlined"
      size="small"
      startIcon={<HelpOutlined />}
      sx={ICON_WHERE_NARROW}
    >
      Help
    </Button>
  );
}
