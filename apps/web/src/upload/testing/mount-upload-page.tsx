import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from "@tanstack/react-router";
import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import type { Identity, Role } from "@swath/contract/identity";
import type { ReplyOf, Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type {
  Receipt,
  ReplacedFile,
  StoredFile,
  StoredVerifications,
  UploadProgress,
  UploadQuotas,
  UploadState,
} from "@swath/contract/uploads";
import type { UploadJob } from "@swath/upload-engine";
import { ApiProvider, type Api } from "../../platform/api/api.ts";
import { SessionProvider, type Session } from "../../platform/session/session.ts";
import { runningUploads } from "../engine/running-uploads.ts";
import { TabUploads } from "../tray/tab-uploads-provider.tsx";
import { UploadTray } from "../tray/upload-tray.tsx";
import { UploadPage } from "../upload-page.tsx";
import { fakeUploader, type FakeUploader } from "./fake-uploader.ts";
import { mount } from "./mount.tsx";
import { SAMPLE } from "./sample-flight.ts";

export const UPLOAD_ID = "0123456789abcdef01234567";
const AT = "2026-11-21T09:54:32.000Z";
const VERIFICATIONS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.readVerification,
  endpoints.verifyStored,
  endpoints.cancelVerification,
]);

export interface Scene {
  readonly upload?: Partial<FlightUpload>;
  /** What the server answers of the status; changed by a test as it goes on. */
  readonly server?: Partial<UploadState>;
  readonly progress?: Partial<UploadProgress>;
  /** What stands in storage. */
  readonly stored?: readonly StoredFile[];
  readonly receipt?: Receipt;
  /** The order to read what is stored; changed by a test as it goes on. */
  readonly verification?: { now: StoredVerifications };
  /** Hears of the order, and of its end, before they are answered. */
  readonly onVerification?: (endpoint: Endpoint) => void;
  /** What was replaced; changed by a test as it goes on. */
  readonly replaced?: {
    list: ReplyOf<typeof endpoints.listReplacements>;
    files: readonly ReplacedFile[];
  };
  /** How much of each quota is used. */
  readonly quotas?: Partial<UploadQuotas>;
  readonly roles?: readonly Role[];
  /** The processing template of the flight's project. */
  readonly template?: string;
  /** The call that fails. */
  readonly broken?: Endpoint;
}

interface Sent {
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface MountedPage {
  /** The uploaders made so far, the newest last. */
  readonly uploaders: FakeUploader[];
  readonly jobs: UploadJob[];
  readonly calls: {
    readonly endpoint: Endpoint;
    readonly query: unknown;
    readonly body: unknown;
  }[];
  /** What the server answers of the status, and when. */
  readonly server: { state: UploadState; answers: Promise<void> };
  readonly router: AnyRouter;
  readonly unmount: () => void;
}

/** Draws the whole page on a fake server and a fake engine. */
export function mountUploadPage(scene: Scene = {}): MountedPage {
  const upload = uploadOf(scene.upload);
  const server = {
    state: { ...stateOf(upload), ...scene.server },
    answers: Promise.resolve(),
  };
  const calls: MountedPage["calls"] = [];
  const uploaders: FakeUploader[] = [];
  const jobs: UploadJob[] = [];
  const answer = (endpoint: Endpoint, { query, body }: Sent): unknown => {
    calls.push({ endpoint, query, body });
    if (endpoint === scene.broken) throw new Error("broken");
    if (endpoint === endpoints.readFlight) return flightOf(upload, scene.template ?? null);
    if (endpoint === endpoints.listSensorEquipment) return EQUIPMENT;
    if (endpoint === endpoints.readUploadQuotas) return { ...UNUSED, ...scene.quotas };
    if (endpoint === endpoints.readProgress) return { ...PROGRESS, ...scene.progress };
    if (endpoint === endpoints.listStoredFiles) return { files: scene.stored ?? [] };
    if (endpoint === endpoints.listReplacements || endpoint === endpoints.bringBack)
      return scene.replaced?.list ?? { replacements: [], bringingBack: null };
    if (VERIFICATIONS.has(endpoint)) {
      if (endpoint !== endpoints.readVerification) scene.onVerification?.(endpoint);
      return scene.verification?.now ?? { latest: null, damaged: [], damagedPlaces: 0 };
    }
    if (endpoint === endpoints.listReplacedFiles) return { files: scene.replaced?.files ?? [] };
    if (endpoint === endpoints.makeReceipt) return scene.receipt;
    const { state } = server;
    return server.answers.then(() => state);
  };
  const api = {
    call: async (endpoint: Endpoint, request: Sent = {}) => answer(endpoint, request),
  } as unknown as Api;
  const createUploader = (job: UploadJob) => {
    const made = fakeUploader(job.status);
    jobs.push(job);
    uploaders.push(made);
    return made;
  };
  const router = routerOf(() => (
    <UploadPage flightId="FL000123" uploadId={UPLOAD_ID} createUploader={createUploader} />
  ));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const unmount = mount(
    <SessionProvider value={sessionOf(scene.roles ?? ["base"])}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ApiProvider>
    </SessionProvider>,
  );
  return {
    uploaders,
    jobs,
    calls,
    server,
    router,
    unmount: () => {
      unmount();
      runningUploads.clear();
    },
  };
}

function routerOf(page: () => React.ReactNode): AnyRouter {
  const root = createRootRoute({
    component: () => (
      <TabUploads>
        <Outlet />
        <UploadTray />
      </TabUploads>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/upload", component: page }),
    createRoute({
      getParentRoute: () => root,
      path: "/post/$flightId/uploads/$uploadId",
      component: page,
    }),
    createRoute({ getParentRoute: () => root, path: "/post", component: () => <h1>DASHBOARD</h1> }),
  ]);
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/upload"] }) });
}

export function uploadOf(change: Partial<FlightUpload> = {}): FlightUpload {
  return {
    _id: UPLOAD_ID,
    Type: "LiDAR",
    SensorName: SAMPLE.sensorName,
    Status: "READY_FOR_UPLOAD",
    User: null,
    IsOwn: false,
    Updated: AT,
    IsUpdate: false,
    Locations: [],
    ...change,
  };
}

function stateOf(upload: FlightUpload): UploadState {
  return {
    status: upload.Status,
    isUpdate: upload.IsUpdate,
    updated: upload.Updated,
    user: upload.User,
    isOwn: upload.IsOwn,
    reason: null,
    ready: null,
  };
}

export function flightOf(upload: FlightUpload, template: string | null = null): Flight {
  return {
    FlightID: SAMPLE.flightId,
    Date: [AT],
    WheelsUp: SAMPLE.wheelsUp,
    WheelsDown: SAMPLE.wheelsDown,
    Aircraft: "VH-ABC",
    AircraftType: "FixedWing",
    DepartureTimezone: "UTC",
    DocumentMajorVersion: 4,
    Type: ["Successful Capture"],
    Sensors: [sensorLog(template)],
    Uploads: [upload],
    archiveS3PathLiDAR: null,
    archiveS3PathImagery: null,
  };
}

function sensorLog(template: string | null): Flight["Sensors"][number] {
  return {
    Sensor: SAMPLE.sensorName,
    SecondarySensor: null,
    SensorID: "SL200100",
    Type: "LiDAR",
    Status: "Successful Capture",
    ProjectID: SAMPLE.projectId,
    Project: {
      ProjectID: SAMPLE.projectId,
      ProjectName: "Coast",
      ProjectManager: "Alex Archer",
      ProjectStatus: "Open",
      ProcessingTemplate: template,
      Client: null,
    },
    SurveyStart: null,
    SurveyEnd: null,
    DataDispatchMethodLiDAR: "Upload",
    DataDispatchMethodImagery: "Not Applicable",
  };
}

export const EQUIPMENT: readonly SensorEquipment[] = [
  {
    Name: SAMPLE.sensorName,
    Type: "LiDAR",
    LaserSerialNo: SAMPLE.laserSerial,
    POSSerialNo: SAMPLE.posSerial,
  },
];

const UNUSED: UploadQuotas = {
  slots: { used: 0, limit: 4 },
  uploads: { used: 0, limit: 100 },
  bytes: { used: 0, limit: 100e12 },
  storage: null,
};

const PROGRESS: UploadProgress = {
  remaining_task_key_list: [],
  landed_pieces: {},
  completed_file_size: 750,
  total_file_size: 1000,
  total_file_count: 20,
  completed_file_count: 14,
  base_folder: "FL000123_045",
};

function sessionOf(roles: readonly Role[]): Session {
  const identity: Identity = {
    subject: "crew",
    name: "Casey Crew",
    givenName: "Casey",
    familyName: "Crew",
    email: "casey@example.com",
    roles: [...roles],
  };
  const state = { status: "signedIn", identity } as const;
  return {
    getSnapshot: () => state,
    subscribe: () => () => {},
    check: () => Promise.resolve(),
    confirm: () => Promise.resolve(),
    hear: () => Promise.resolve(),
    stop: () => {},
    token: () => Promise.resolve("token"),
    tokenAfter: () => Promise.resolve(undefined),
  } satisfies Partial<Session> as unknown as Session;
}
