/** What a person does again and again: calls of which each is one of some addresses. */
export interface Habit {
  readonly kind: string;
  readonly everyMs: number;
  readonly paths: readonly string[];
  /** A poll says what it has, and is answered 304 while that is unchanged. */
  readonly isPoll: boolean;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const flightId = (n: number): string => `FL${String(999_999 - n * 13).padStart(6, "0")}`;

const poll = (kind: string, everyMs: number, paths: readonly string[]): Habit => ({
  kind,
  everyMs,
  paths,
  isPoll: true,
});
const ask = (kind: string, everyMs: number, paths: readonly string[]): Habit => ({
  ...poll(kind, everyMs, paths),
  isPoll: false,
});

const NEWS = poll("news", 30_000, ["/api/main/news"]);
const FIND = ask(
  "find",
  60_000,
  numbers(50).map((n) => `/api/main/find?text=${flightId(n * 7)}`),
);

const LIST = poll(
  "flight list",
  5_000,
  numbers(10).map((n) => `/api/main/flights?page=${n + 1}`),
);
const FILTERS = ask("flight list, filtered", 20_000, [
  "/api/main/flights?UploadStatus=UPLOADING",
  "/api/main/flights?SensorType=LiDAR&UploadStatus=UPLOAD_FAILED",
  ...numbers(20).map((n) => `/api/main/flights?ProjectID=PRJ${String(n * 97).padStart(5, "0")}`),
  ...numbers(20).map((n) => `/api/main/flights?FlightID=${flightId(n)}`),
]);
const DASHBOARD = poll(
  "dashboard",
  30_000,
  numbers(10).map((n) => `/api/processing/processing?pageSize=10&page=${n + 1}`),
);
const TERRAIN_MAPPER = poll(
  "dashboard of the Terrain Mapper",
  30_000,
  numbers(10).map((n) => `/api/terrain-mapper/processing?limit=10&page=${n + 1}`),
);
const OVERVIEW = poll("overview", 15_000, ["/api/main/overview"]);
const FLIGHT = ask(
  "flight page",
  5_000,
  numbers(200).map((n) => `/api/main/flights/${flightId(n)}`),
);
const HISTORY = ask(
  "flight's history",
  15_000,
  numbers(200).map((n) => `/api/main/flights/${flightId(n)}/history`),
);

const folders = (bucket: string): Habit[] => [
  ask(
    "explorer",
    5_000,
    numbers(200).map(
      (n) =>
        `/api/processing/explorer?bucket=${bucket}&prefix=${encodeURIComponent(`${flightId(n)}/`)}`,
    ),
  ),
  ask(
    "explorer's search",
    30_000,
    numbers(50).map(
      (n) => `/api/processing/explorer/search?bucket=${bucket}&prefix=&text=line_${String(n * 37)}`,
    ),
  ),
];

/** What people look at: of ten, four the flight list, three dashboards, and one each overview, flights, explorer. */
export function habitsOf(person: number, bucket: string): readonly Habit[] {
  const seat = person % 10;
  if (seat < 4) return [LIST, FILTERS, NEWS, FIND];
  if (seat < 6) return [DASHBOARD, NEWS];
  if (seat < 7) return [TERRAIN_MAPPER, NEWS];
  if (seat < 8) return [OVERVIEW, NEWS];
  if (seat < 9) return [FLIGHT, HISTORY, NEWS, FIND];
  return [...folders(bucket), NEWS];
}
