import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type PersonSession, SESSION_PAGE_SIZE } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import { useDeferredValue, useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { PageOfRows } from "../ui/table/pages.tsx";
import { everybodysSessionsQuery, useEndSessions, SessionTable } from "./session-table.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";

const LOADING = "Loading Sessions...";
const CAPTION = "Everybody's sessions";

/** What an administrator is about to end. */
interface Question {
  readonly session: PersonSession;
  readonly all: boolean;
}

/** Everybody's signed-in browsers, by name, for administrators to end. */
export function EverybodysSessions() {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const [question, setQuestion] = useState<Question>();
  const of = { search: useDeferredValue(search), page };
  const query = usePolledQuery(everybodysSessionsQuery(useApi(), of));
  return (
    <>
      <Box sx={{ ...PAGE_HEAD, mt: 3 }}>
        <Typography variant="h2">{CAPTION}</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
        <TextField
          size="small"
          label="Name"
          type="search"
          value={search}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={({ target }) => {
            setSearch(target.value);
            setPage(1);
          }}
        />
      </Box>
      <Loaded query={query} loading={LOADING} failed="The sessions could not be loaded">
        {(list) => (
          <PageOfRows
            label="Pages of sessions"
            list={list}
            isStale={query.isPlaceholderData}
            page={page}
            pageSize={SESSION_PAGE_SIZE}
            onPage={setPage}
            empty={<Box sx={{ p: 2, color: "text.secondary" }}>No session with this name.</Box>}
            alwaysPaged
          >
            <SessionTable
              caption={CAPTION}
              sessions={list.items}
              lead={[{ name: "Who", width: "220px", isRowHeader: true, cell: ({ name }) => name }]}
              labelOf={({ name, device }) => `End the session of ${name} on ${device}`}
              onEnd={(session) => setQuestion({ session, all: false })}
              onEndAll={(session) => setQuestion({ session, all: true })}
            />
          </PageOfRows>
        )}
      </Loaded>
      {question === undefined ? null : (
        <EndDialog question={question} onDone={() => setQuestion(undefined)} />
      )}
    </>
  );
}

function EndDialog({ question, onDone }: { question: Question; onDone: () => void }) {
  const { session, all } = question;
  const { id: sessionId, subject, name, device } = session;
  const end = useEndSessions<void>(
    (api) =>
      all
        ? api.call(endpoints.endSessionsOfPerson, { params: { subject } })
        : api.call(endpoints.endAnySession, { params: { sessionId } }),
    onDone,
  );
  return (
    <ConfirmDialog
      title={all ? `End all sessions of ${name}` : `End a session of ${name}`}
      text={`${name} is signed out ${all ? "everywhere" : `on ${device}`} at once; an upload there pauses. Who may sign in again is up to the identity provider.`}
      confirm="End"
      destructive
      busy={end.isPending}
      error={end.error?.message}
      onConfirm={() => end.mutate()}
      onCancel={onDone}
    />
  );
}
