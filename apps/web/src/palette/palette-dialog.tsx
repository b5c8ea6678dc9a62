import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import InputAdornment from "@mui/material/InputAdornment";
import Search from "@mui/icons-material/Search";
import type { PopperProps } from "@mui/material/Popper";
import TextField from "@mui/material/TextField";
import { styled } from "@mui/material/styles";
import { findEndpoints } from "@swath/contract/find";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type HTMLAttributes, useEffect, useMemo, useState } from "react";
import { useApi } from "../platform/api/api-context.tsx";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session-context.tsx";
import { closedBy, keepFocus } from "../ui/dialog/closed-by.ts";
import { safeText } from "../ui/text/safe-text.ts";
import { type Command, foundCommand, matches, pageCommands } from "./commands.ts";

/** A hand that types on is not searched for. */
const TYPING_MS = 150;
const SHORTEST = 2;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What is called so, of what the server knows. */
function useFound(typed: string) {
  const api = useApi();
  const text = useSettled(typed.trim());
  const isSearched = text.length >= SHORTEST;
  const { data, isError, isFetching } = useQuery({
    queryKey: queryKeys.found(text),
    queryFn: ({ signal }) => api.call(findEndpoints.find, { query: { text }, signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const isWaiting = typed.trim().length >= SHORTEST && (isFetching || text !== typed.trim());
  return { found: isSearched ? (data ?? []) : [], isError: isSearched && isError, isWaiting };
}

/** The list stands in the dialog, not above it. */
function InPlace({ children }: PopperProps) {
  return <div>{typeof children === "function" ? null : children}</div>;
}

const Option = styled("div")({ display: "flex", gap: 12 });

const groupName = {
  px: 2,
  pt: 1,
  pb: 0.5,
  color: "text.secondary",
  fontSize: "0.72rem",
  fontWeight: 650,
  letterSpacing: "0.04em",
} as const;

interface PaletteDialogProps {
  /** What can be done besides going somewhere. */
  readonly actions: readonly (Command & { readonly also: string })[];
  readonly onClose: () => void;
}

/** Finds pages, actions, and what has an identifier or a name; Enter goes there. */
export function PaletteDialog({ actions, onClose }: PaletteDialogProps) {
  const router = useRouter();
  const { roles } = useIdentity();
  const [typed, setTyped] = useState("");
  const { found, isError, isWaiting } = useFound(typed);
  const fixed = useMemo(() => [...pageCommands(roles), ...actions], [roles, actions]);
  const commands: Command[] = [
    ...found.map(foundCommand),
    ...fixed.filter((command) => matches(command, typed.trim())),
  ];
  const run = ({ href, act }: Command): void => {
    onClose();
    act?.();
    if (href !== undefined) router.history.push(href);
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={closedBy(onClose)}
      onMouseDown={keepFocus}
      slotProps={{ paper: { "aria-label": "Find" } }}
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <Autocomplete<Command, false, true>
        open
        disableClearable
        autoHighlight
        options={commands}
        filterOptions={(options) => options}
        groupBy={({ group }) => group}
        getOptionKey={({ key }) => key}
        getOptionLabel={({ title }) => title}
        isOptionEqualToValue={({ key }, { key: other }) => key === other}
        inputValue={typed}
        onInputChange={(_event, text, reason) => {
          if (reason === "input") setTyped(text);
        }}
        onChange={(_event, command) => run(command)}
        onClose={(_event, reason) => {
          if (reason === "escape") onClose();
        }}
        loading={isWaiting}
        loadingText="Searching…"
        noOptionsText={isError ? "No page and no action is called that" : "Nothing is called that"}
        slots={{ popper: InPlace }}
        slotProps={{
          paper: { elevation: 0, square: true },
          listbox: {
            component: "div",
            "aria-label": "Found",
            "aria-labelledby": undefined,
            sx: { maxHeight: "min(56vh, 520px)" },
          },
        }}
        renderGroup={({ key, group, children }) => (
          <div key={key} role="group" aria-label={group}>
            <Box aria-hidden sx={groupName}>
              {group}
            </Box>
            {children}
          </div>
        )}
        renderOption={({ key: _key, ...props }, { key, title, detail }) => (
          <Option key={key} {...(props as HTMLAttributes<HTMLElement>)}>
            <Box component="span" sx={{ flex: 1, whiteSpace: "pre-wrap" }}>
              {safeText(title)}
            </Box>
            <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
              {safeText(detail)}
            </Box>
          </Option>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            placeholder="Flight, sensor log, project, page or action"
            sx={{ p: 1.5 }}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps?.htmlInput, "aria-label": "Find" },
              input: {
                ...params.slotProps?.input,
                startAdornment: (
                  <InputAdornment position="start">
                    <Search fontSize="small" />
                  </InputAdornment>
                ),
                endAdornment: null,
              },
            }}
          />
        )}
      />
      {isError ? (
        <Alert severity="warning" square>
          The search failed. Pages and actions are listed; type on to search again.
        </Alert>
      ) : null}
    </Dialog>
  );
}
