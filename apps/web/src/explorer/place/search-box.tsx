import Close from "@mui/icons-material/Close";
import Search from "@mui/icons-material/Search";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { MIN_SEARCH_LENGTH } from "@swath/contract/explorer";
import { useState } from "react";

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
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          size="small"
          sx={{ width: 330 }}
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
    </search>
  );
}
