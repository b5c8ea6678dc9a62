import Box from "@mui/material/Box";
import NativeSelect from "@mui/material/NativeSelect";
import {
  CALIBRATION_FILTERS,
  type CalibrationFilter,
  type CalibrationFilters,
} from "@swath/contract/calibrations";

interface StatusHeadProps {
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
}

const statusOf = (value: string): CalibrationFilter | undefined =>
  CALIBRATION_FILTERS.find((each) => each === value);

/** The column of statuses, filtered by one of them, or by none. */
export function StatusHead({ filters, onFilters }: StatusHeadProps) {
  const choose = (value: string): void => {
    const { Status: _former, ...others } = filters;
    const Status = statusOf(value);
    onFilters(Status === undefined ? others : { ...others, Status });
  };
  return (
    <Box sx={{ display: "grid" }}>
      Status
      <NativeSelect
        value={filters.Status ?? ""}
        onChange={({ target }) => choose(target.value)}
        inputProps={{ "aria-label": "Filter by Status" }}
        sx={{ fontSize: "0.8rem" }}
      >
        <option value="">None</option>
        {CALIBRATION_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {filter}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}
