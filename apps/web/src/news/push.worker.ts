/** What a service worker's scope has of what is used here; the page's library declares none. */
interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: object): Promise<
      readonly {
        readonly url: string;
        focus(): Promise<unknown>;
      }[]
    >;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: "push",
    listener: (event: Extendable & { readonly data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: Extendable & { readonly notification: Notification }) => void,
  ): void;
}
interface Extendable {
  waitUntil(done: Promise<unknown>): void;
}

const scope = self as unknown as WorkerScope;

/** A page of this site, whatever a message says. */
function pageOf(path: unknown): string {
  const url = new URL(typeof path === "string" ? path : "/", scope.location.origin);
  return url.origin === scope.location.origin ? url.href : scope.location.origin;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 200) : "");

/** Shows news of a followed flight; a later one of the same flight takes its place. */
scope.addEventListener("push", (event) => {
  const message = (event.data?.json() ?? {}) as Record<string, unknown>;
  const title = textOf(message["title"]) || "News";
  const shown = scope.registration.showNotification(title, {
    body: textOf(message["body"]),
    tag: title,
    icon: "/swath.svg",
    data: { page: pageOf(message["path"]) },
  });
  event.waitUntil(shown);
});

/** The window that shows the page already, or a new one. */
async function open(page: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === page);
  await (there === undefined ? scope.clients.openWindow(page) : there.focus());
}

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const data = (notification.data ?? {}) as Record<string, unknown>;
  event.waitUntil(open(pageOf(data["page"])));
});
