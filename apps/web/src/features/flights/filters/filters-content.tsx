import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { NO_FILTERS, rangeFault } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";
import type { FilterName } from "./filter-fields.ts";
import { FilterFields } from "./filter-fields-form.tsx";
import { filterOptionsQuery } from "./filter-options.ts";
import { FiltersLoading } from "./filters-loading.tsx";

interface FiltersContentProps {
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  readonly focus: FilterName;
  readonly found: number | undefined;
  readonly onSearch: () => void;
}

const foundText = (found: number): string =>
  found === 1 ? "1 flight found" : `${found.toLocaleString("en")} flights found`;

/** The dialog's fields, once every list of options is there. */
export function FiltersContent({ draft, onDraft, focus, found, onSearch }: FiltersContentProps) {
  const { data, error, isFetching, refetch } = useQuery(filterOptionsQuery(useApi()));
  const [clears, setClears] = useState(0);
  if (data === undefined) {
    if (error === null || isFetching) return <FiltersLoading />;
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  const clear = (): void => {
    setClears(clears + 1);
    onDraft(NO_FILTERS);
  };
  return (
    <>
      <DialogContent dividers>
        <FilterFields
          // Cleared fields forget what was being typed.
          key={clears}
          draft={draft}
          onDraft={onDraft}
          options={data}
          focus={clears === 0 ? focus : undefined}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, gap: 1 }}>
        <Box component="output" sx={{ flex: 1, color: "text.secondary" }}>
          {found === undefined ? null : foundText(found)}
        </Box>
        <Button onClick={clear}>Clear All</Button>
        <Button variant="contained" disabled={rangeFault(draft) !== undefined} onClick={onSearch}>
          Search
        </Button>
      </DialogActions>
    </>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <DialogContent dividers role="alert">
        <Notice
          icon={<CloudOffOutlined fontSize="inherit" />}
          title="Filter parameters could not be loaded"
        >
          <p>{error.message}</p>
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      </DialogContent>
      <DialogActions sx={{ px: 3, gap: 1 }}>
        <Button disabled>Clear All</Button>
        <Button variant="contained" disabled>
          Search
        </Button>
      </DialogActions>
    </>
  );
}
