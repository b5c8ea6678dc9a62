import PrecisionManufacturingOutlined from "@mui/icons-material/PrecisionManufacturingOutlined";
import Button from "@mui/material/Button";
import { Notice } from "../../ui/feedback/notice.tsx";

interface NoProcessingsProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onShowAll: () => void;
}

/** In place of the rows where there are none, with the way to some. */
export function NoProcessings({ page, onPage, onShowAll }: NoProcessingsProps) {
  return (
    <Notice Icon={PrecisionManufacturingOutlined} title="No valid data available">
      <Button variant="outlined" onClick={() => (page > 1 ? onPage(1) : onShowAll())}>
        {page > 1 ? "Go to the first page" : "Show all processings"}
      </Button>
    </Notice>
  );
}
