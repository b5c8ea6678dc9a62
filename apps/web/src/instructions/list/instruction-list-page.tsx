import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { Freshness, Loaded, type LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { Pages } from "../../ui/table/pages.tsx";
import {
  INSTRUCTIONS_PAGE_SIZE,
  instructionsQuery,
  productsQuery,
} from "../instruction-queries.ts";
import { InstructionTable, ProductTable } from "./instruction-tables.tsx";
import { type ListQuery, UNKNOWN_TOTAL, withParameter, sortOf } from "./list-query.ts";
import { PAGE } from "../../ui/page/page-layout.ts";

type ListKind = "instructions" | "products";

interface InstructionListPageProps {
  readonly kind: ListKind;
  readonly onKind: (kind: ListKind) => void;
  readonly query: ListQuery;
  /** `again`: typing goes on, no step of its own to go back to. */
  readonly onQuery: (query: ListQuery, again: boolean) => void;
}

/** Instructions of deliveries, or all their products, by the address. */
export function InstructionListPage(props: InstructionListPageProps) {
  usePageTitle(props.kind === "products" ? "Products" : "Delivery instructions");
  return props.kind === "products" ? <ProductList {...props} /> : <InstructionList {...props} />;
}

function InstructionList(props: InstructionListPageProps) {
  const query = usePolledQuery(instructionsQuery(useApi(), props.query));
  const heads = sortsOf(props);
  return (
    <Frame {...props} loaded={query} loading="Loading instructions...">
      {(list) => <InstructionTable rows={list.items} sortOf={heads} />}
    </Frame>
  );
}

function ProductList(props: InstructionListPageProps) {
  const query = usePolledQuery(productsQuery(useApi(), props.query));
  const heads = sortsOf(props);
  return (
    <Frame {...props} loaded={query} loading="Loading products...">
      {(list) => <ProductTable rows={list.items} sortOf={heads} />}
    </Frame>
  );
}

const sortsOf = ({ query, onQuery }: InstructionListPageProps) =>
  sortOf(query.sort, (sort) => onQuery(withParameter(query, { sort }), false));

interface List {
  readonly items: readonly object[];
  readonly total: number;
  readonly page: number;
}

interface FrameProps<T extends List> extends InstructionListPageProps {
  readonly loaded: LoadedQuery<T>;
  readonly loading: string;
  readonly children: (list: T) => ReactNode;
}

function Frame<T extends List>({ loaded, loading, children, ...props }: FrameProps<T>) {
  const { kind, query, onQuery } = props;
  const onPage = (page: number): void => onQuery(withParameter(query, { page }), false);
  const isFiltered = query.projectId !== undefined || query.siteName !== undefined;
  return (
    <Box sx={PAGE}>
      <Head {...props} total={loaded.data?.total ?? UNKNOWN_TOTAL}>
        <Freshness query={loaded} loading={loading} />
      </Head>
      <Loaded query={loaded} loading={loading} failed={`The ${kind} could not be loaded`}>
        {(list) =>
          list.items.length === 0 ? (
            <Nothing
              kind={kind}
              isFiltered={isFiltered}
              isBeyond={list.page > 1}
              onShowAll={() => onQuery({}, false)}
            />
          ) : (
            <>
              <Box sx={{ opacity: loaded.isPlaceholderData ? 0.55 : 1 }}>{children(list)}</Box>
              <Pages
                label={`Pages of ${kind}`}
                page={query.page ?? 1}
                shownPage={list.page}
                pageSize={query.size ?? INSTRUCTIONS_PAGE_SIZE}
                pageSizes={[10, 25, 50, 100]}
                onPageSize={(size) => onQuery(withParameter(query, { size }), false)}
                total={list.total}
                onPage={onPage}
              />
            </>
          )
        }
      </Loaded>
    </Box>
  );
}

interface HeadProps extends InstructionListPageProps {
  readonly total: number;
  readonly children: ReactNode;
}

const nameOfKind = (kind: ListKind): string =>
  kind === "products" ? /* text */ "products" : /* text */ "instructions";

function Head({ kind, onKind, query, onQuery, total, children }: HeadProps) {
  const name = nameOfKind(kind);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 40, flexWrap: "wrap" }}>
      <Typography variant="h1">Delivery instructions</Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="What is listed"
        value={kind}
        onChange={(_, chosen: ListKind | null) => {
          if (chosen !== null) onKind(chosen);
        }}
      >
        <ToggleButton value="instructions">Instructions</ToggleButton>
        <ToggleButton value="products">Products</ToggleButton>
      </ToggleButtonGroup>
      <ButtonLink to="/ip/instructions/new" variant="contained">
        Add instruction
      </ButtonLink>
      <SiteField query={query} onQuery={onQuery} />
      <Box sx={{ flex: 1 }} />
      {total === UNKNOWN_TOTAL ? null : (
        <Box component="output" sx={{ color: "text.secondary" }}>
          {total} {name}
        </Box>
      )}
      {children}
    </Box>
  );
}

/** Document 3, section 9. */
const DEBOUNCE_MS = 1_000;

/** Looks for a site by a part of its name, or for a project by its identifier. */
function SiteField({ query, onQuery }: Pick<InstructionListPageProps, "query" | "onQuery">) {
  const sought = query.projectId ?? query.siteName ?? "";
  const [text, setText] = useState(sought);
  const [last, setLast] = useState(sought);
  if (last !== sought) {
    setLast(sought);
    if (sought !== soughtBy(text)) setText(sought);
  }
  const look = useEffectEvent((typed: string): void => {
    const value = soughtBy(typed);
    if (value === sought) return;
    const key = isProject(value) ? "projectId" : "siteName";
    const other = isProject(value) ? "siteName" : "projectId";
    onQuery(withParameter(withParameter(query, { [other]: "" }), { [key]: value }), sought !== "");
  });
  useEffect(() => {
    const timer = setTimeout(() => look(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      size="small"
      type="search"
      label="Site or project"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") look(text);
      }}
      slotProps={{ htmlInput: { maxLength: 60 } }}
      sx={{ width: 220 }}
    />
  );
}

const isProject = (text: string): boolean => /^PRJ\d{5}$/.test(text);

/** What is looked for: a project's identifier in capitals, else the text. */
function soughtBy(text: string): string {
  const typed = text.trim();
  return isProject(typed.toUpperCase()) ? typed.toUpperCase() : typed;
}

interface NothingProps {
  readonly kind: ListKind;
  readonly isFiltered: boolean;
  readonly isBeyond: boolean;
  readonly onShowAll: () => void;
}

function Nothing({ kind, isFiltered, isBeyond, onShowAll }: NothingProps) {
  if (isFiltered || isBeyond)
    return (
      <Notice
        Icon={LocalShippingOutlined}
        title={
          isFiltered
            ? `No ${nameOfKind(kind)} found`
            : `There are no ${nameOfKind(kind)} on this page`
        }
      >
        <Button variant="outlined" onClick={onShowAll}>
          Show all
        </Button>
      </Notice>
    );
  return (
    <Notice Icon={LocalShippingOutlined} title="No instructions yet">
      An instruction defines what is delivered for a project: the datums, the tiles and their names,
      and the products. Until a project has one, its delivery stage waits.
    </Notice>
  );
}
