import type { UploadStatus } from "@swath/contract/uploads";

/** The demonstration's flight that the tour is about: nothing of it is uploaded at first. */
export const TOUR_FLIGHT = "FL000101";

/** What the tour knows of where a person is, and of what became of their upload. */
export interface TourFacts {
  readonly path: string;
  /** Of the flight's LiDAR; undefined while it is not known. */
  readonly upload: { readonly id: string; readonly status: UploadStatus } | undefined;
}

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Where the step happens. */
  readonly address: (facts: TourFacts) => string;
  /** Whether the person has done it: the next step is offered. */
  readonly isDone: (facts: TourFacts) => boolean;
}

const ARRIVED: ReadonlySet<UploadStatus> = new Set(["DATA_READY", "ARCHIVED"]);
const FLIGHT = `/post/${TOUR_FLIGHT}`;
const uploadPage = ({ upload }: TourFacts): string =>
  upload === undefined ? FLIGHT : `${FLIGHT}/uploads/${upload.id}`;

/** From the list of flights to one that is processed and judged. */
export const TOUR: readonly TourStep[] = [
  {
    title: "Find your flight",
    text: `The list shows every flight, the latest first. Open ${TOUR_FLIGHT}: its LiDAR waits for its upload.`,
    address: () => "/post",
    isDone: ({ path }) => path.startsWith(FLIGHT),
  },
  {
    title: "Upload its folder",
    text: "Get the sample folder, then press Upload Flight Folder and choose it. Swath checks it before a byte leaves. Close the page half-way if you like: choose the folder again, and only what is missing is sent.",
    address: uploadPage,
    isDone: ({ upload }) => upload !== undefined && ARRIVED.has(upload.status),
  },
  {
    title: "Keep the proof",
    text: "Every file was rebuilt in storage and compared with what was on the drive. The receipt says so, and anybody can check it.",
    address: uploadPage,
    isDone: ({ path }) => path.startsWith("/ip"),
  },
  {
    title: "Watch it being processed",
    text: "The flight is processed stage by stage: trajectory, point cloud, strips, ground. Press a stage for its log, its outputs and what may be done with it.",
    address: () => `/ip?FlightID=${encodeURIComponent(`$any ${TOUR_FLIGHT}`)}`,
    isDone: () => false,
  },
  {
    title: "Judge the result",
    text: "Some stages hold the next ones until somebody has looked. Press Next awaiting QA, look at the pictures and measures, and complete the QA: that is a processed, judged flight.",
    address: () => `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`,
    isDone: () => false,
  },
];
