// The least that a page of the same libraries does: sign-in renewed, the list fetched, ten rows in a table.
import AppBar from "@mui/material/AppBar";
import CssBaseline from "@mui/material/CssBaseline";
import Link from "@mui/material/Link";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import Toolbar from "@mui/material/Toolbar";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";

interface Flight {
  readonly FlightID: string;
  readonly Aircraft: string;
  readonly Date: readonly string[];
}

const answerOf = async <T>(url: string, init: RequestInit = {}): Promise<T> =>
  (await (await fetch(url, init)).json()) as T;

const token = answerOf<{ token: string }>("/api/main/renew", { credentials: "include" });

async function readFlights(): Promise<readonly Flight[]> {
  const authorization = `Bearer ${(await token).token}`;
  return answerOf("/api/main/flights?page=1", { headers: { authorization } });
}

function List() {
  const { data = [] } = useQuery({ queryKey: ["flights"], queryFn: readFlights });
  const rows = data.map((flight) =>
    h(
      TableRow,
      { key: flight.FlightID },
      h(TableCell, null, h(Link, { href: `/post/${flight.FlightID}` }, flight.FlightID)),
      h(TableCell, null, flight.Aircraft),
      h(TableCell, null, flight.Date.join(" ")),
    ),
  );
  return h(Table, null, h(TableBody, null, rows));
}

const root = createRootRoute({ component: () => h(Outlet) });
const list = createRoute({ getParentRoute: () => root, path: "/post", component: List });
const router = createRouter({ routeTree: root.addChildren([list]) });

createRoot(document.querySelector("#root")!).render(
  h(
    ThemeProvider,
    { theme: createTheme({ cssVariables: true }) },
    h(CssBaseline),
    h(AppBar, null, h(Toolbar, null, "Flights")),
    h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router })),
  ),
);
