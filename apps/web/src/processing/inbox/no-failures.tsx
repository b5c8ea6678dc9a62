import FilterAltOff from "@mui/icons-material/FilterAltOff";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Button from "@mui/material/Button";
import { Notice } from "../../ui/feedback/notice.tsx";

interface NoFailuresProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

/** In place of the groups where there are none: nothing waits, or the filters find nothing. */
export function NoFailures({ page, onPage, isFiltered, onShowAll }: NoFailuresProps) {
  if (page > 1)
    return (
      <Notice Icon={FilterAltOff} title="This page has no failures">
        <Button variant="outlined" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      </Notice>
    );
  if (isFiltered)
    return (
      <Notice Icon={FilterAltOff} title="No failures match these filters">
        <Button variant="outlined" onClick={onShowAll}>
          Show all failures
        </Button>
      </Notice>
    );
  return (
    <Notice Icon={TaskAlt} title="No failures wait for an answer">
      A job that fails, ends with errors or has to be processed by hand is listed here, and so is
      one that is completed with failures while its QA is due. It leaves when it runs again, when
      its QA is completed, when it is ignored, processed by hand or marked as completed, and when it
      is superseded or archived.
    </Notice>
  );
}
