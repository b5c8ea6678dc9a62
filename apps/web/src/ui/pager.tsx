import FirstPage from "@mui/icons-material/FirstPage";
import KeyboardArrowLeft from "@mui/icons-material/KeyboardArrowLeft";
import KeyboardArrowRight from "@mui/icons-material/KeyboardArrowRight";
import LastPage from "@mui/icons-material/LastPage";
import IconButton from "@mui/material/IconButton";
import NativeSelect from "@mui/material/NativeSelect";
import { styled } from "@mui/material/styles";

const Bar = styled("nav")({
  display: "flex",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: 2,
  padding: "2px 10px",
  borderTop: "1px solid var(--mui-palette-divider)",
  fontSize: "0.86rem",
});
const Rows = styled("label")({ display: "flex", alignItems: "center", gap: 6, marginRight: 24 });
const Place = styled("span")({ marginRight: 12, fontVariantNumeric: "tabular-nums" });

interface PagerProps {
  /** Names the list, as in 'Pages of flights'. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  /** The only number of rows that a page may have. */
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Where a list stands, and the way to its other pages. */
export function Pager({ label, page, pageSize, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const steps = [
    { name: "First page", to: 1, Icon: FirstPage, off: page <= 1 },
    { name: "Previous page", to: page - 1, Icon: KeyboardArrowLeft, off: page <= 1 },
    { name: "Next page", to: page + 1, Icon: KeyboardArrowRight, off: page >= last },
    { name: "Last page", to: last, Icon: LastPage, off: page >= last },
  ];
  return (
    <Bar aria-label={label}>
      <Rows>
        Rows per page:
        <NativeSelect disableUnderline value={pageSize} sx={{ fontSize: "inherit" }}>
          <option value={pageSize}>{pageSize}</option>
        </NativeSelect>
      </Rows>
      <Place>
        {(page - 1) * pageSize + 1}–{Math.min(page * pageSize, total)} of {total}
      </Place>
      {steps.map(({ name, to, Icon, off }) => (
        <IconButton key={name} aria-label={name} disabled={off} onClick={() => onPage(to)}>
          <Icon />
        </IconButton>
      ))}
    </Bar>
  );
}
