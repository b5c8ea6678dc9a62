import ArrowUpward from "@mui/icons-material/ArrowUpward";
import Close from "@mui/icons-material/Close";
import Refresh from "@mui/icons-material/Refresh";
import Search from "@mui/icons-material/Search";
import StorageOutlined from "@mui/icons-material/StorageOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { styled } from "@mui/material/styles";
import { MIN_SEARCH_LENGTH } from "@swath/contract/explorer";
import { useState } from "react";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { TextLink, TOUCHED_NAME } from "../ui/links.tsx";
import { CopyButton } from "../ui/feedback/snackbar.tsx";
import { crumbsOf, type Place, s3Link } from "./place.ts";

interface SearchBoxProps {
  /** What is being searched for; empty for nothing. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** Asks for a name below the open folder; Enter searches, Escape leaves the search. */
export function SearchBox({ text, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useState(text);
  const isShort = draft.trim() !== "" && draft.trim().length < MIN_SEARCH_LENGTH;
  const leave = (): void => {
    setDraft("");
    if (text !== "") onSearch("");
  };
  const submit = (): void => {
    if (draft.trim() === "") leave();
    else if (!isShort) onSearch(draft.trim());
  };
  return (
    <Box component="search" sx={{ width: { xs: 1, sm: "auto" } }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          size="small"
          sx={{ width: { xs: 1, sm: 330 } }}
          placeholder="Search below this folder"
          value={draft}
          error={isShort}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") leave();
          }}
          slotProps={{
            htmlInput: {
              "aria-label": "Search below this folder",
              "aria-invalid": isShort,
              title: `A part of a name, ${MIN_SEARCH_LENGTH} letters or more; * stands for anything`,
              maxLength: 200,
            },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
              endAdornment:
                draft === "" ? null : (
                  <InputAdornment position="end">
                    <IconButton
                      size="small"
                      edge="end"
                      aria-label="Clear the search"
                      onClick={leave}
                    >
                      <Close fontSize="small" />
                    </IconButton>
                  </InputAdornment>
                ),
            },
          }}
        />
      </form>
    </Box>
  );
}

const Crumbs = styled("ol")({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "2px 6px",
  listStyle: "none",
  margin: 0,
  padding: 0,
  minWidth: 0,
  fontSize: "1rem",
  overflowWrap: "anywhere",
  "& li + li::before": {
    content: '"/"',
    marginRight: 6,
    color: "var(--mui-palette-text-secondary)",
  },
  "& [aria-current]": { fontWeight: 650 },
});

interface PlaceBarProps {
  readonly place: Place | undefined;
  readonly onUp: () => void;
  readonly onRefresh: () => void;
}

/** Where one is, and the ways out of it. */
export function PlaceBar({ place, onUp, onRefresh }: PlaceBarProps) {
  return (
    <Box
      sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: { xs: 1, sm: 0 }, flex: 1 }}
    >
      <Tooltip title={place?.prefix === "" ? "All buckets" : "Up one folder (Backspace)"}>
        <span>
          <IconButton
            aria-label={place?.prefix === "" ? "All buckets" : "Up one folder"}
            disabled={place === undefined}
            onClick={onUp}
          >
            {place?.prefix === "" ? <StorageOutlined /> : <ArrowUpward />}
          </IconButton>
        </span>
      </Tooltip>
      <Box component="nav" aria-label="Folder" sx={{ minWidth: 0 }}>
        <Crumbs>{place === undefined ? <li>N/A</li> : <Steps place={place} />}</Crumbs>
      </Box>
      {place === undefined ? null : (
        <CopyButton
          text={s3Link(place.bucket, place.prefix)}
          tip="Copy S3 link"
          label="Copy S3 link of this folder"
        />
      )}
      <Tooltip title="Refresh the page">
        <IconButton aria-label="Refresh the page" onClick={onRefresh}>
          <Refresh />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

function Steps({ place }: { place: Place }) {
  const crumbs = crumbsOf(place);
  return crumbs.map(({ label, prefix }, i) => {
    const key = `${i} ${label}`;
    return (
      <li key={key} aria-current={i === crumbs.length - 1 ? "page" : undefined}>
        {prefix === undefined ? (
          label
        ) : (
          <TextLink
            to="/explorer"
            search={{ bucket: place.bucket, prefix }}
            sx={[{ display: "inline-block" }, TOUCHED_NAME]}
          >
            {label}
          </TextLink>
        )}
      </li>
    );
  });
}
